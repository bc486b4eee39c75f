"""`iotrial run`: studies one after the other, each with its results, and a closing summary."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.ask.adhoc_study import make
from iotrial.ask.adjusted_study import adjust, fresh_seed
from iotrial.ask.catalog import Catalog
from iotrial.ask.chosen_baseline import with_baseline
from iotrial.ask.find_study import find
from iotrial.ask.find_study import studies as known_studies
from iotrial.ask.narrowed_study import narrow
from iotrial.ask.relocated_study import between, names_of, relocate
from iotrial.ask.study import Study
from iotrial.ask.variant_arms import Runtime, require_enough_rounds, require_languages, with_runtimes
from iotrial.claims.claims_file import load
from iotrial.commands.output import print_json, stderr, stdout
from iotrial.commands.progress import Bars
from iotrial.commands.sandbox import refused, sandbox_if
from iotrial.commands.typed_pairs import pairs
from iotrial.commands.usable import usable
from iotrial.errors import IotrialError, NothingMeasured, Problem, UsageError
from iotrial.folders.sent_tree import read_tree
from iotrial.hosts.hosts_file import read_hosts
from iotrial.hosts.ssh_words import ways_of
from iotrial.judge.cached_judgement import judged_now
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun, JudgedRuns
from iotrial.measure.carry_out import carry_out
from iotrial.measure.carry_out import resume as continue_run
from iotrial.measure.run_setting import RunSetting
from iotrial.report.harm_answer import harm_answers
from iotrial.report.run_screen import show
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.read import open_run
from iotrial.store.record_index import runs_of
from iotrial.store.results_root import results_root
from iotrial.workers.named_runtimes import find_runtimes


def run(
    names: Sequence[str],
    *,
    quick: bool,
    settings: Sequence[str],
    languages: Sequence[str],
    methods: Sequence[str],
    runtimes: Sequence[str],
    target: Path | None,
    on: Path | None,
    options: Mapping[str, str | float | None],
    resume: str | None,
    trees: Sequence[Path],
    results: Root | None,
    evidence: bool,
    sandbox: bool,
    details: bool,
    json: bool,
    baseline: str | None = None,
) -> None:
    """Run the studies asked for; every problem of every study is shown before anything is measured."""
    catalog = usable(trees)
    root = results_root(results)
    unread = refused("memory by kind is not read in a sandbox", "leave --memory out")
    program = sandbox_if(sandbox, catalog, [unread] if options.get("memory") else [])
    hosts = ways_of(read_hosts(on)) if on is not None else []
    sent = [read_tree(folder) for folder in trees] if hosts else []
    if resume is not None:
        if names:
            raise UsageError(
                "--resume continues one run as it was; it takes no study", hint=f"iotrial run --resume {resume}"
            )
        if runtimes:
            raise UsageError(
                "a run goes on with the runtimes that it began with",
                hint=f"leave --runtime out: iotrial run --resume {resume}",
            )
        if baseline is not None:
            raise UsageError(
                "a run goes on with the baseline that it began with",
                hint=f"leave --baseline out: iotrial run --resume {resume}",
            )
        if names_of(target):
            raise UsageError(
                "a run goes on with the targets that it began with",
                hint=f"leave --target out: iotrial run --resume {resume}",
            )
        with Bars(standings=not json) as bars:
            setting = RunSetting(catalog, root, target, bars, sandbox=program, hosts=hosts, trees=sent)
            folder = continue_run(find_run(root, resume), setting)
        judged = judged_now(folder)
        if json:
            print_json(judged)
        else:
            show(judged, stdout(), details=details)
        return
    if not names:
        raise UsageError("name a study or a job", hint="`iotrial studies` and `iotrial methods` list them")
    if options.get("seed") is None:
        options = {**options, "seed": fresh_seed()}
    asked = studies_asked_for(names, catalog, quick, settings, languages, methods, trees, options, baseline)
    if runtimes:
        named = find_runtimes(runtimes, catalog)
        require_languages(named, asked)
        asked, catalog = _with_runtimes(asked, catalog, named)
    if hosts:
        asked = _between(asked, len(hosts), target)
    elif targets := names_of(target):
        asked = [relocate(study, targets) for study in asked]
        target = None
    console = stdout()
    folders: list[Path] = []
    measured: list[JudgedRun] = []
    failures: list[IotrialError] = []
    for study in asked:
        for note in study.notes:
            stderr().print(f"note: {note}", markup=False)
        try:
            with Bars(study.name, standings=not json) as bars:
                setting = RunSetting(
                    catalog,
                    root,
                    target,
                    bars,
                    evidence,
                    sandbox=program,
                    hosts=hosts,
                    trees=sent,
                    harm_is_an_answer=True,
                )
                folders.append(carry_out(study, setting))
        except IotrialError as failure:
            if len(asked) == 1:
                raise
            failures.append(failure)
            continue
        judged = judged_now(folders[-1])
        measured.append(judged)
        if not json:
            show(judged, console, details=details)
            console.print()
        failures += _untimed(judged)
    if json:
        print_json(JudgedRuns(runs=measured) if len(asked) > 1 else measured[0])
    elif len(folders) > 1:
        _summarise(folders, root, catalog)
    if failures:
        worst = max(failures, key=lambda failure: failure.exit_code)
        raise type(worst)([problem for failure in failures for problem in failure.problems])


def _between(asked: Sequence[Study], hosts: int, target: Path | None) -> list[Study]:
    """Return studies with writers on several hosts; UsageError with all that is missing."""
    problems: list[Problem] = []
    if target is None or names_of(target):
        hint = "name a folder of a file system that all hosts have mounted in the same place: --target DIR"
        problems.append(Problem("--on: hosts write to one folder, which is not named", hint=hint))
    moved = []
    for study in asked:
        try:
            moved.append(between(study, hosts))
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
    return moved


def _untimed(judged: JudgedRun) -> list[IotrialError]:
    """Return the failure of a run of which nothing was timed, since methods harm records; it is kept all the same."""
    arms = [arm for level in judged.levels for arm in level.arms]
    if any(arm.median_ns is not None or arm.record.outcome for arm in arms) or not harm_answers(judged):
        return []
    kept = [sum(arm.status == "measured" for arm in level.arms) for level in judged.levels]
    why = "at no level two methods or more keep every record" if max(kept) < 2 else "its budget was over"
    return [
        NothingMeasured(
            f"{judged.study}: nothing was timed, since {why}",
            hint=f"the counts are kept: iotrial show {judged.run} --details",
        )
    ]


def _with_runtimes(
    asked: Sequence[Study], catalog: Catalog, runtimes: Sequence[Runtime]
) -> tuple[list[Study], Catalog]:
    studies = []
    for study in asked:
        study, catalog = with_runtimes(study, catalog, runtimes)
        require_enough_rounds(study)
        studies.append(study)
    return studies, catalog


def _summarise(folders: Sequence[Path], root: Path, catalog: Catalog) -> None:
    """Print the last screen of several runs, with the verdicts on their claims."""
    from iotrial.claims.claims_of_run import claims_of_run
    from iotrial.report.summary import summarise

    known = functools.cache(functools.partial(runs_of, root))
    stored = [open_run(folder) for folder in folders]
    claims = {one.run.run: claims_of_run(one, known, catalog)[0] for one in stored}
    summarise([judge_run(one) for one in stored], stdout(), claims)


def studies_asked_for(
    names: Sequence[str],
    catalog: Catalog,
    quick: bool,
    settings: Sequence[str],
    languages: Sequence[str],
    methods: Sequence[str],
    trees: Sequence[Path],
    options: Mapping[str, str | float | None],
    baseline: str | None = None,
) -> list[Study]:
    """The studies asked for; a name that is a job's and no study's becomes a study."""
    problems: list[Problem] = []
    factors = pairs(settings, "--set", problems, form="FACTOR=VALUE,…")
    found: list[Study] = []
    for name in dict.fromkeys(names):
        try:
            is_job = name in catalog.jobs or catalog.faults.of_job(name) is not None
            is_job = is_job and name not in known_studies(trees)
            if is_job:
                study = make(name, catalog, factors, languages, methods, quick=quick)
            else:
                study = load(find(name, trees, catalog.jobs), catalog, quick=quick).study
                if factors:
                    problems.append(
                        Problem(
                            f"--set goes with a job, and {name} is a study",
                            hint=f"iotrial run {study.job} {_typed(settings)}",
                        )
                    )
                study = narrow(study, catalog, languages, methods)
            found.append(adjust(with_baseline(study, baseline) if baseline else study, **options))
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return found


def _typed(settings: Sequence[str]) -> str:
    """The options of settings as they were typed."""
    return " ".join(f"--set {shlex.quote(setting)}" for setting in settings)
