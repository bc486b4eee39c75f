"""The sessions of a gate: both texts of every method, and a second session of what regressed."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from iotrial.ask.catalog import Catalog
from iotrial.ask.level_factors import names_among
from iotrial.ask.narrowed_study import narrow
from iotrial.ask.study import Level, Study
from iotrial.ask.variant_arms import spread
from iotrial.errors import NothingMeasured, UsageError
from iotrial.gate.against import Against, is_changed, sides
from iotrial.gate.decision import Asked, confirm, first_session, gate_result, regressions
from iotrial.gate.gate_result import GatedPair, GateResult
from iotrial.gate.gate_stopping import Paired
from iotrial.judge.cached_judgement import judged_now
from iotrial.judge.judged_run import JudgedRun
from iotrial.measure.carry_out import carry_out
from iotrial.measure.run_setting import RunSetting, Watcher

#: A session ends when all is decided, or after this long by default. Few rounds do in most cases; a difference near the
#: margin takes many (docs/statistics.md), and they fit.
SECONDS, QUICK_SECONDS = 300.0, 120.0
PLANNED_ROUNDS = 100

#: The name of a session -> what watches it.
Watched = Callable[[str], AbstractContextManager[Watcher]]


def require_whole(job: str, catalog: Catalog) -> None:
    """Raise UsageError if a method of the job cannot be read: a pass would not be one of it."""
    faults = [fault for fault in catalog.faults.every if fault.job == job or fault.kind == "kit"]
    if faults:
        raise UsageError([problem for fault in faults for problem in fault.problems])


def both_versions(study: Study, catalog: Catalog, older: Against, folder: Path) -> tuple[Asked, Study, Catalog]:
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


def gate_sessions(study: Study, asked: Asked, setting: RunSetting, watched: Watched) -> GateResult:
    """Run one session; if it shows a regression, a second one of the arms that regressed, with everything made anew."""
    sessions = [_session(study, setting, watched("gate"))]
    pairs = first_session(sessions[0], asked)
    if slower := regressions(pairs):
        reason = ""
        try:
            fresh = dataclasses.replace(setting, built_after_s=time.time())
            sessions.append(_session(_again(study, slower), fresh, watched("gate, once more")))
        except NothingMeasured as failure:
            reason = str(failure)
        pairs = confirm(pairs, sessions[1] if len(sessions) > 1 else None, asked, reason)
    return gate_result(pairs, sessions, asked)


def _session(study: Study, setting: RunSetting, watched: AbstractContextManager[Watcher]) -> JudgedRun:
    with watched as watcher:
        return judged_now(carry_out(study, dataclasses.replace(setting, watcher=watcher, decider=Paired)))


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
