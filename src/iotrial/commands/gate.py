"""`iotrial gate`: a check for methods that became slower by more than a margin."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.adjusted_study import adjust, fresh_seed
from iotrial.ask.catalog import Catalog
from iotrial.ask.level_factors import names_among
from iotrial.ask.narrowed_study import narrow
from iotrial.ask.relocated_study import names_of, relocate
from iotrial.ask.study import Level, Study
from iotrial.ask.variant_arms import spread
from iotrial.commands.output import print_json, stdout
from iotrial.commands.own_file import require_writable, write_own
from iotrial.commands.progress import Bars
from iotrial.commands.run import studies_asked_for
from iotrial.commands.sandbox import sandbox_if
from iotrial.commands.usable import usable
from iotrial.errors import CheckFailed, Invalid, NothingMeasured, Undecided, UsageError
from iotrial.gate.against import Against, find_against, is_changed, sides
from iotrial.gate.decision import Asked, confirm, first_session, gate_result, regressions
from iotrial.gate.gate_result import GatedPair, GateResult
from iotrial.gate.gate_stopping import Paired
from iotrial.judge.cached_judgement import judged_now
from iotrial.judge.judged_run import JudgedRun
from iotrial.measure.carry_out import carry_out
from iotrial.measure.run_setting import RunSetting
from iotrial.places.passing import passing_folder
from iotrial.report import gate_junit, gate_markdown
from iotrial.report.gate_screen import answer, show
from iotrial.store.address import Root
from iotrial.store.results_root import results_root
from iotrial.visible_text import visible_bytes

#: A session ends when all is decided, or after this long by default. Few rounds do in most cases; a difference near the
#: margin takes many (docs/statistics.md), and they fit.
SECONDS, QUICK_SECONDS = 300.0, 120.0
PLANNED_ROUNDS = 100

ERRORS = {"regression": CheckFailed, "invalid": Invalid, "undecided": Undecided, "not measured": NothingMeasured}

HINTS = {
    "regression": "see what was measured: iotrial show last --details",
    "invalid": "run it again when the machine is quieter; iotrial machine tells what blurs figures",
    "undecided": "more rounds decide more: a longer --budget, a quieter machine, or a wider --margin",
    "not measured": "see which methods can run here: iotrial methods",
}


@dataclass(frozen=True)
class Files:
    """The files that the summary goes to, besides stdout."""

    markdown: Path | None = None
    junit: Path | None = None

    def require(self) -> None:
        """Raise UsageError if one cannot be written, before anything is measured."""
        if self.markdown is not None and self.junit is not None and self.markdown.absolute() == self.junit.absolute():
            raise UsageError("--markdown and --junit name the same file", hint="name two")
        if self.markdown is not None:
            require_writable(self.markdown, "--markdown", gate_markdown.MARK)
        if self.junit is not None:
            require_writable(self.junit, "--junit", gate_junit.MARK)

    def write(self, document: GateResult) -> None:
        """Write the files that were asked for."""
        if self.markdown is not None:
            write_own(self.markdown, visible_bytes(gate_markdown.markdown(document)), "--markdown")
        if self.junit is not None:
            write_own(self.junit, visible_bytes(gate_junit.junit(document)), "--junit")


def gate(
    name: str,
    against: str,
    *,
    quick: bool,
    settings: Sequence[str],
    languages: Sequence[str],
    methods: Sequence[str],
    target: Path | None,
    options: Mapping[str, str | float | None],
    trees: Sequence[Path],
    results: Root | None,
    sandbox: bool,
    files: Files,
    details: bool,
    json: bool,
) -> None:
    """Check the methods of a study for regressions; CheckFailed, Invalid or Undecided if they do not pass."""
    files.require()
    catalog, root = usable(trees), results_root(results)
    program = sandbox_if(sandbox, catalog)
    (study,) = studies_asked_for([name], catalog, quick, settings, languages, methods, trees, {})
    _require_whole(study.job, catalog)
    if targets := names_of(target):
        study, target = relocate(study, targets), None
    study = dataclasses.replace(study, budget_seconds=QUICK_SECONDS if quick else SECONDS)
    study = adjust(study, **{**options, "seed": fresh_seed() if options["seed"] is None else options["seed"]})
    # The precision tells later readers of the run to take the sequence's intervals.
    study = dataclasses.replace(study, precision=study.margin, rounds=PLANNED_ROUNDS, fills_budget=False, memory=0)
    with passing_folder() as folder:
        older = find_against(against, catalog.jobs[study.job], catalog, root, folder)
        asked, study, catalog = _both(study, catalog, older, folder)
        setting = RunSetting(catalog, root, target, Bars(), evidence=False, sandbox=program, goes_on=False)
        document = _sessions(study, asked, setting)
    if json:
        print_json(document)
    else:
        show(document, stdout(), details=details)
    files.write(document)
    if document.verdict != "pass":
        raise ERRORS[document.verdict](answer(document).replace("\N{NO-BREAK SPACE}", " "), HINTS[document.verdict])


def _require_whole(job: str, catalog: Catalog) -> None:
    """Raise UsageError if a method of the job cannot be read: a pass would not be one of it."""
    faults = [fault for fault in catalog.faults.every if fault.job == job or fault.kind == "kit"]
    if faults:
        raise UsageError([problem for fault in faults for problem in fault.problems])


def _both(study: Study, catalog: Catalog, older: Against, folder: Path) -> tuple[Asked, Study, Catalog]:
    """The question, and the study and catalog with the old and the new text of every method that has both."""
    arms = list(dict.fromkeys(arm for level in study.levels for arm in level.arms))
    common = [arm for arm in arms if arm in older.methods]
    if not common:
        raise UsageError(
            f"{older.name} has none of the methods of the study {study.name}",
            hint=f"it has {', '.join(sorted(older.methods)[:5])}",
        )
    levels = [level.factors for level in study.levels]
    # Each method is compared with its old text: the baseline of the level's own ratios does not matter here.
    study = dataclasses.replace(narrow(study, catalog, (), common), notes=study.notes)
    kept = [level.factors for level in study.levels]
    gone = [factors for factors in levels if factors not in kept]
    fewer = f"{len(gone)} of {len(levels)} levels have no method that was there before: {names_among(gone, levels)}"
    job = catalog.jobs[study.job]
    variants = sides(job, catalog, older.methods, common, folder)
    there = {method.arm for method in catalog.methods_of(study.job)}
    languages = {arm.partition("/")[0] for arm in arms}
    asked = Asked(
        study=study.name,
        against=older.name,
        margin=study.margin,
        changed=frozenset(arm for arm, pair in variants.items() if is_changed(pair)),
        only_old=tuple(sorted(arm for arm in set(older.methods) - there if arm.partition("/")[0] in languages)),
        only_new=tuple(arm for arm in arms if arm not in older.methods),
        told=(*older.told, *([fewer] if gone else [])),
    )
    return asked, *spread(study, catalog, variants)


def _sessions(study: Study, asked: Asked, setting: RunSetting) -> GateResult:
    """Run one session; if it shows a regression, a second one of the arms that regressed, with everything made anew."""
    sessions = [_session(study, setting, "gate")]
    pairs = first_session(sessions[0], asked)
    if slower := regressions(pairs):
        reason = ""
        try:
            fresh = dataclasses.replace(setting, built_after_s=time.time())
            sessions.append(_session(_again(study, slower), fresh, "gate, once more"))
        except NothingMeasured as failure:
            reason = str(failure)
        pairs = confirm(pairs, sessions[1] if len(sessions) > 1 else None, asked, reason)
    return gate_result(pairs, sessions, asked)


def _session(study: Study, setting: RunSetting, name: str) -> JudgedRun:
    with Bars(f"{study.name} {name}") as bars:
        return judged_now(carry_out(study, dataclasses.replace(setting, watcher=bars, decider=Paired)))


def _again(study: Study, slower: Sequence[GatedPair]) -> Study:
    """The levels and methods that regressed, with the baseline, and another seed."""
    wanted: dict[tuple[tuple[str, object], ...], set[str]] = {}
    for pair in slower:
        wanted.setdefault(tuple(sorted(pair.level.items())), set()).add(pair.arm)
    levels = []
    for level in study.levels:
        methods = wanted.get(tuple(sorted(level.factors.items())), set())
        arms = [arm for arm in level.arms if arm == study.baseline or arm.rpartition("@")[0] in methods]
        if methods:
            levels.append(Level(level.factors, tuple(arms)))
    return dataclasses.replace(study, levels=tuple(levels), seed=(study.seed + 1) % (1 << 31))
