"""`iotrial run`: studies one after the other, each with its results, and a closing summary."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import (
    Blocks,
    Budget,
    ChosenArms,
    Details,
    Evidence,
    Json,
    Margin,
    Quick,
    Ratio,
    Results,
    Rounds,
    Sandbox,
    Seed,
    Target,
    With,
    folder,
)
from iotrial.cli.options_dataclass import options
from iotrial.errors import IotrialError, NothingMeasured, UsageError

if TYPE_CHECKING:
    from iotrial.ask.study import Study
    from iotrial.judge.judged_run import JudgedRun
    from iotrial.measure.run_setting import RunSetting


@options
class Rules:
    """The rules of a study that a run may have otherwise, by the names that `adjust` has for them."""

    rounds: Rounds = None
    blocks: Blocks = None
    precision: Annotated[
        str | None,
        typer.Option(
            "--precision",
            metavar="SHARE",
            help="Add rounds until each arm is decided or its interval is narrower than SHARE.",
        ),
    ] = None
    margin: Margin = None
    budget: Budget = None
    seed: Seed = None
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="N", help="Break peak memory down by kind, in N fresh processes per arm."),
    ] = None


@options
class RunOptions:
    """The options of `run`."""

    studies: Annotated[
        Sequence[str],
        typer.Argument(
            metavar="STUDY",
            help="Names or paths of studies, or names of jobs.",
            autocompletion=completed_names.studies_and_jobs,
        ),
    ] = ()
    quick: Quick = False
    chosen: ChosenArms
    baseline: Annotated[
        str | None,
        typer.Option(
            "--baseline",
            metavar="METHOD",
            help="Compare all others with this one of the methods. The default is the study's, or a job's usual way.",
            autocompletion=completed_names.methods,
        ),
    ] = None
    runtimes: Annotated[
        Sequence[str],
        typer.Option(
            "--runtime",
            metavar="LANGUAGE=PATH,…",
            help="Use these runtimes or compilers. Each method is measured with every one of them.",
        ),
    ] = ()
    target: Target = None
    on: Annotated[
        Path | None,
        typer.Option(
            "--on",
            metavar="FILE",
            parser=folder,
            help="Deal writers at levels with several hosts to those in this file, which share the folder of --target.",
        ),
    ] = None
    rules: Rules
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="RUN", help="Continue a run that was interrupted.")
    ] = None
    trees: With = ()
    results: Results = None
    evidence: Evidence = True
    sandbox: Sandbox = False
    details: Details = False
    ratio: Ratio = "times"
    json: Json = False


def run(options: RunOptions) -> None:
    """Measure studies or jobs and say which methods are faster.

    A job needs no study: iotrial run append --set record_bytes=4096.
    """
    from iotrial.report.ratio_words import use_ratio_style

    use_ratio_style(options.ratio)
    setting = _setting(options)
    if options.resume is not None:
        resume(options, options.resume, setting)
        return
    from iotrial.cli.asked_answer import asked_of
    from iotrial.cli.output import print_json, stdout, tell
    from iotrial.cli.progress import Bars
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.judge.judged_run import JudgedRuns
    from iotrial.measure.carry_out import carry_out
    from iotrial.report.run_screen import show

    asked, setting = _asked(options, dataclasses.replace(setting, evidence=options.evidence, harm_is_an_answer=True))
    console = stdout()
    measured: dict[Path, JudgedRun] = {}
    failures: list[IotrialError] = []
    for study in asked:
        for note in study.notes:
            tell(f"note: {note}")
        try:
            with Bars(study.name, standings=not options.json) as bars:
                folder = carry_out(study, dataclasses.replace(setting, watcher=bars))
        except IotrialError as failure:
            if len(asked) == 1:
                raise
            failures.append(failure)
            continue
        judged = measured[folder] = judged_now(folder)
        if not options.json:
            show(judged, console, details=options.details, asked=asked_of(folder, judged, setting.results))
            console.print()
        failures += _untimed(judged)
    if options.json:
        runs = list(measured.values())
        print_json(JudgedRuns(runs=runs) if len(asked) > 1 else runs[0])
    elif len(measured) > 1:
        _summarise(list(measured), setting)
    if failures:
        worst = max(failures, key=lambda failure: failure.exit_code)
        raise type(worst)([problem for failure in failures for problem in failure.problems])


def resume(options: RunOptions, name: str, setting: RunSetting) -> None:
    """Go on with a run as it was, and show it."""
    from iotrial.ask.relocated_study import names_of
    from iotrial.cli.asked_answer import asked_of
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.measure.carry_out import resume as continue_run
    from iotrial.report.run_screen import show
    from iotrial.snippets.snippet_study import catalog_with_snippets
    from iotrial.store.find_run import find_run
    from iotrial.store.folder import read_run

    again = f"iotrial run --resume {name}"
    if options.studies:
        raise UsageError("--resume continues one run as it was; it takes no study", hint=again)
    given = {
        "runtime": bool(options.runtimes),
        "baseline": options.baseline is not None,
        "target": bool(names_of(options.target)),
    }
    for option in (option for option, is_given in given.items() if is_given):
        what = option if option == "baseline" else f"{option}s"
        raise UsageError(f"a run goes on with the {what} that it began with", hint=f"leave --{option} out: {again}")
    found = find_run(setting.results, name)
    setting = dataclasses.replace(setting, catalog=catalog_with_snippets(read_run(found), setting.catalog))
    with Bars(standings=not options.json) as bars:
        folder = continue_run(found, dataclasses.replace(setting, watcher=bars))
    judged = judged_now(folder)
    asked = "" if options.json else asked_of(folder, judged, setting.results)
    print_document(judged, show, json=options.json, details=options.details, asked=asked)


def _setting(options: RunOptions) -> RunSetting:
    """Return the setting of the runs, without a watcher that is shown."""
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import refused, sandbox_if
    from iotrial.cli.usable import usable
    from iotrial.folders.sent_tree import read_tree
    from iotrial.hosts.hosts_file import read_hosts
    from iotrial.hosts.ssh_words import ways_of
    from iotrial.measure.run_setting import RunSetting
    from iotrial.store.results_root import writable_root

    root, catalog = writable_root(options.results), usable(options.trees)
    unread = refused("memory by kind is not read in a sandbox", "leave --memory out")
    program = sandbox_if(options.sandbox, catalog, [unread] if options.rules.memory else [])
    hosts = ways_of(read_hosts(options.on)) if options.on is not None else []
    sent = [read_tree(tree) for tree in options.trees] if hosts else []
    return RunSetting(catalog, root, options.target, Bars(), sandbox=program, hosts=hosts, trees=sent)


def _asked(options: RunOptions, setting: RunSetting) -> tuple[list[Study], RunSetting]:
    """Return the studies, and the setting with their runtimes and target; UsageError with every problem of all."""
    from iotrial.ask.adjusted_study import adjust, fresh_seed
    from iotrial.ask.chosen_baseline import with_baseline
    from iotrial.ask.relocated_study import names_of, relocate
    from iotrial.cli.asked_studies import by_runtimes, on_hosts, studies_asked_for
    from iotrial.cli.typed_command import typed_command
    from iotrial.workers.named_runtimes import find_runtimes

    if not options.studies:
        raise UsageError("name a study or a job", hint="`iotrial studies` and `iotrial methods` list them")
    rules = vars(options.rules)
    if options.rules.seed is None:
        rules = {**rules, "seed": fresh_seed()}

    def adjusted(study: Study) -> Study:
        return adjust(with_baseline(study, options.baseline) if options.baseline else study, **rules)

    catalog, trees = setting.catalog, options.trees
    asked = studies_asked_for(options.studies, options.chosen, catalog, trees, quick=options.quick, adjusted=adjusted)
    asked = [
        dataclasses.replace(study, asked=typed_command("run", dataclasses.replace(options, studies=[name])))
        for name, study in zip(dict.fromkeys(options.studies), asked, strict=True)
    ]
    if options.runtimes:
        asked, catalog = by_runtimes(asked, catalog, find_runtimes(options.runtimes, catalog))
    target = options.target
    if setting.hosts:
        asked = on_hosts(asked, len(setting.hosts), target)
    elif targets := names_of(target):
        asked, target = [relocate(study, targets) for study in asked], None
    return asked, dataclasses.replace(setting, catalog=catalog, target=target)


def _untimed(judged: JudgedRun) -> list[IotrialError]:
    """Return the failure of a run of which nothing was timed, since methods harm records; it is kept all the same."""
    from iotrial.report.harm_answer import harm_answers

    arms = [arm for level in judged.levels for arm in level.arms]
    if any(arm.median_ns is not None or arm.record.outcome for arm in arms) or not harm_answers(judged):
        return []
    kept = [sum(arm.status == "measured" for arm in level.arms) for level in judged.levels]
    why = "at no level two methods or more keep every record" if max(kept) < 2 else "its budget was over"
    hint = f"the counts are kept: iotrial show {judged.run} --details"
    return [NothingMeasured(f"{judged.study}: nothing was timed, since {why}", hint=hint)]


def _summarise(folders: Sequence[Path], setting: RunSetting) -> None:
    """Print the last screen of several runs, with the verdicts on their claims."""
    from iotrial.claims.claims_of_run import claims_of_run
    from iotrial.cli.output import stdout
    from iotrial.judge.judge_run import judge_run
    from iotrial.judge.judging import Judging
    from iotrial.report.summary import summarise
    from iotrial.store.read import open_run
    from iotrial.store.record_index import runs_by_study

    known = runs_by_study(setting.results)
    stored = [Judging(open_run(folder)) for folder in folders]
    claims = {one.run.run: claims_of_run(one, known, setting.catalog)[0] for one in stored}
    summarise([judge_run(one) for one in stored], stdout(), claims)
