"""`iotrial claims`: verdicts on published sentences by this machine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Quick, Results, Target, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.ask.study import Study
    from iotrial.claims.judged_claim import JudgedClaim
    from iotrial.claims.sessions import Sessions


@options
class ClaimsOptions:
    """The options of `claims`."""

    studies: Annotated[
        Sequence[str],
        typer.Argument(
            metavar="STUDY",
            help="Studies with claims. All of them if none is named.",
            autocompletion=completed_names.studies,
        ),
    ] = ()
    quick: Quick = False
    again: Annotated[bool, typer.Option("--again", help="Measure again, as a second session.")] = False
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure studies of which no run is stored, without a question.")
    ] = False
    require: Annotated[
        Literal["confirmed"] | None, typer.Option("--require", help="Exit with 1 if a claim has any other verdict.")
    ] = None
    target: Target = None
    trees: With = ()
    results: Results = None
    details: Annotated[bool, typer.Option("--details", help="Show the reasons of each verdict.")] = False
    json: Json = False


def claims(options: ClaimsOptions) -> None:
    """Judge the claims of published articles.

    Stored runs are used. A study without one is measured if you say so, by --measure or when you are asked.
    """
    from iotrial.claims.evaluate import judge_claims
    from iotrial.claims.sessions import on_one_machine, sessions_of, texts_now
    from iotrial.cli.asked_studies import with_claims
    from iotrial.cli.output import print_json, stdout, tell
    from iotrial.cli.usable import usable
    from iotrial.judge.judging import Judging
    from iotrial.report.claims_screen import show
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    catalog, root = usable(options.trees), results_root(options.results)
    asked = with_claims(options.studies, options.trees, catalog, quick=options.quick)
    sessions = [(one, sessions_of(one.study, root, texts_now(one.study, catalog))) for one in asked]
    if not (options.measure or options.again):
        _require_consent([one.study for one, found in sessions if not found.folders])
    judged: list[JudgedClaim] = []
    for one, found in sessions:
        study = one.study
        if found.older:
            tell(_told_of_older(study.name, found))
        folders = list(found.folders)
        if options.again or not folders:
            tell(_told_of_measuring(study, anew=options.again))
            folders.append(_carry_out(study, catalog, root, options))
        here = on_one_machine(folders)
        if elsewhere := len(folders) - len(here):
            tell(_told_of_others(study.name, elsewhere))
        judged += judge_claims([Judging(open_run(folder)) for folder in here], one.claims, study.name, one.article)
    if options.json:
        print_json([claim.model_dump() for claim in judged])
    else:
        show(judged, stdout(), details=options.details)
    if options.require is not None:
        _require(judged, options.require)


def _require_consent(missing: Sequence[Study]) -> None:
    """Ask before studies without a run are measured; UsageError says what to type, on no or without a terminal."""
    from iotrial.ask.level_factors import listed
    from iotrial.cli.questions import ask, can_ask, one_of
    from iotrial.units import format_ns

    if not missing:
        return
    names = listed([study.name for study in missing])
    time = format_ns(sum(study.budget_seconds for study in missing) * 1e9)
    question = f"no {'quick' if missing[0].quick else 'full'} run of {names} is stored; measure for up to {time}?"
    if can_ask() and ask(f"{question} (y/n)", one_of(("y", "n")), "n") == "y":
        return
    raise UsageError(
        question.partition(";")[0],
        hint=f"--measure measures what is missing, for up to {time}; a stored run is elsewhere? name it by --results",
    )


def _told_of_older(study: str, found: Sessions) -> str:
    """Say how many runs are of other texts, and which texts have changed since."""
    from iotrial.ask.level_factors import listed

    runs = "1 earlier run is" if found.older == 1 else f"{found.older} earlier runs are"
    more = "" if found.folders else "; it is measured anew"
    return f"{study}: {runs} of other texts and not counted, since {listed(found.changed)} changed{more}"


def _told_of_others(study: str, count: int) -> str:
    """Say how many runs are from other kinds of machines than the last one, and how to use them all."""
    runs = "1 run is" if count == 1 else f"{count} runs are"
    return f"{study}: {runs} of other machines and not counted; for all: iotrial across --study {study} --claims"


def _told_of_measuring(study: Study, *, anew: bool) -> str:
    """Say that a command which judges stored runs measures now, for how long, and what is shorter."""
    from iotrial.units import format_ns

    why = "as another session" if anew else f"since no {'quick' if study.quick else 'full'} run of it is stored"
    shorter = "" if study.quick else "; --quick takes less"
    return f"{study.name}: measuring {why}, for up to {format_ns(study.budget_seconds * 1e9)}{shorter}"


def _carry_out(study: Study, catalog: Catalog, root: Path, options: ClaimsOptions) -> Path:
    """Run a session; a further one compiles its programs anew, as rule 15 demands."""
    from iotrial.ask.adjusted_study import adjust, fresh_seed
    from iotrial.cli.progress import Bars
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.run_setting import RunSetting

    with Bars(study.name) as bars:
        built_after_s = time.time() if options.again else 0.0
        setting = RunSetting(catalog, root, options.target, bars, built_after_s=built_after_s)
        return carry_out(adjust(study, seed=fresh_seed()), setting)


def _require(judged: Sequence[JudgedClaim], verdict: str) -> None:
    others = [one for one in judged if not one.fault and one.verdict != verdict]
    if others:
        listed = ", ".join(f"{one.study} {one.claim} ({one.verdict})" for one in others[:5])
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        raise CheckFailed(f"{len(others)} of {len(judged)} claims are not found to be {verdict!r}: {listed}{more}")
