"""`iotrial claims`: verdicts on published sentences by this machine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from iotrial.ask.adjusted_study import adjust, fresh_seed
from iotrial.ask.catalog import Catalog
from iotrial.ask.find_study import find
from iotrial.ask.find_study import studies as known_studies
from iotrial.ask.level_factors import listed
from iotrial.ask.study import Study
from iotrial.claims.claims_file import ClaimedStudy, load
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.session_texts import texts_now
from iotrial.claims.sessions import Sessions, on_one_machine, sessions_of
from iotrial.commands.output import print_json, stderr, stdout
from iotrial.commands.progress import Bars
from iotrial.commands.questions import ask, can_ask, one_of
from iotrial.commands.usable import usable, warn
from iotrial.errors import CheckFailed, Problem, UsageError
from iotrial.store.address import Root
from iotrial.store.read import open_run
from iotrial.store.results_root import results_root
from iotrial.units import format_ns


def claims(
    names: Sequence[str],
    *,
    quick: bool,
    require: str | None,
    again: bool,
    measure: bool,
    target: Path | None,
    trees: Sequence[Path],
    results: Root | None,
    details: bool,
    json: bool,
) -> None:
    """Print every claim of some studies, or of all that have any, with its verdict here."""
    from iotrial.report.claims_screen import show

    catalog = usable(trees)
    root = results_root(results)
    asked = with_claims(names, trees, catalog, quick=quick)
    sessions = [(one, sessions_of(one.study, root, texts_now(one.study, catalog))) for one in asked]
    if not (measure or again):
        _require_consent([one.study for one, found in sessions if not found.folders])
    judged: list[JudgedClaim] = []
    for one, found in sessions:
        study = one.study
        if found.older:
            stderr().print(_told_of_older(study.name, found), markup=False, highlight=False)
        folders = list(found.folders)
        if again or not folders:
            stderr().print(_told_of_measuring(study, anew=again), markup=False, highlight=False)
            folders.append(_carry_out(study, catalog, root, target, anew=again))
        here = on_one_machine(folders)
        if elsewhere := len(folders) - len(here):
            stderr().print(_told_of_others(study.name, elsewhere), markup=False, highlight=False)
        judged += judge_claims([open_run(folder) for folder in here], one.claims, study.name, one.article)
    if json:
        print_json([claim.model_dump() for claim in judged])
    else:
        show(judged, stdout(), details=details)
    if require is not None:
        _require(judged, require)


def with_claims(names: Sequence[str], trees: Sequence[Path], catalog: Catalog, *, quick: bool) -> list[ClaimedStudy]:
    """The studies of these names, or all that have claims if none is named; UsageError if a named one has none."""
    problems: list[Problem] = []
    found: list[ClaimedStudy] = []
    for name in dict.fromkeys(names or known_studies(trees)):
        try:
            one = load(find(name, trees), catalog, quick=quick)
        except UsageError as error:
            if names or not catalog.faults.every:
                problems += error.problems
            else:
                warn(f"left out: {problem.line()}" for problem in error.problems)
            continue
        if one.claims:
            found.append(one)
        elif names:
            problems.append(
                Problem(f"the study {one.study.name} has no claims", hint="docs/claims.md says how to write them")
            )
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return found


def _require_consent(missing: Sequence[Study]) -> None:
    """Ask before studies without a run are measured; UsageError says what to type, on no or without a terminal."""
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
    runs = "1 earlier run is" if found.older == 1 else f"{found.older} earlier runs are"
    more = "" if found.folders else "; it is measured anew"
    return f"{study}: {runs} of other texts and not counted, since {listed(found.changed)} changed{more}"


def _told_of_others(study: str, count: int) -> str:
    """Say how many runs are from other kinds of machines than the last one, and how to use them all."""
    runs = "1 run is" if count == 1 else f"{count} runs are"
    return f"{study}: {runs} of other machines and not counted; for all: iotrial across --study {study} --claims"


def _told_of_measuring(study: Study, *, anew: bool) -> str:
    """Say that a command which judges stored runs measures now, for how long, and what is shorter."""
    why = "as another session" if anew else f"since no {'quick' if study.quick else 'full'} run of it is stored"
    shorter = "" if study.quick else "; --quick takes less"
    return f"{study.name}: measuring {why}, for up to {format_ns(study.budget_seconds * 1e9)}{shorter}"


def _carry_out(study: Study, catalog: Catalog, root: Path, target: Path | None, *, anew: bool) -> Path:
    """Run a session; a further one compiles its programs anew, as rule 15 demands."""
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.run_setting import RunSetting

    with Bars(study.name) as bars:
        return carry_out(
            adjust(study, seed=fresh_seed()),
            RunSetting(catalog, root, target, bars, built_after_s=time.time() if anew else 0.0),
        )


def _require(judged: Sequence[JudgedClaim], verdict: str) -> None:
    others = [one for one in judged if not one.fault and one.verdict != verdict]
    if others:
        listed = ", ".join(f"{one.study} {one.claim} ({one.verdict})" for one in others[:5])
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        raise CheckFailed(f"{len(others)} of {len(judged)} claims are not found to be {verdict!r}: {listed}{more}")
