"""A run from the study to the last sweep: places, programs, checks, rounds, results, and tidying up."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Protocol

from iotrial.catalog.model import Catalog
from iotrial.cautions import sentence
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.host import machine
from iotrial.host.deferred_signals import deferred_signals
from iotrial.probes.memory import profile_memory
from iotrial.probes.observe import observe_level
from iotrial.probes.system_calls import gather
from iotrial.session.budget_priority import READY_SHARE, TRIED_SHARE, BudgetPriority
from iotrial.session.least_memory import require_start
from iotrial.session.places import places, require_room_for_samples
from iotrial.session.precision import Decider, Precision
from iotrial.session.prepare import build_arms, create_inputs, pilot_round, verify_level
from iotrial.session.recorded import level_record, now, record_of
from iotrial.session.restore import (
    catalog_of,
    require_same_machine,
    require_same_targets,
    restore,
    study_of,
    target_of,
)
from iotrial.session.round import Row
from iotrial.session.scheduler import Ending, Stop, schedule
from iotrial.session.sizing import fitting_blocks, fitting_rounds
from iotrial.session.standings import Standings
from iotrial.session.this_host import LocalHost
from iotrial.store.read import StoredRun, open_run
from iotrial.store.record import SAMPLE, Caution, Run
from iotrial.store.write import RunWriter
from iotrial.study.model import Study, level_name
from iotrial.study.plan import rounds_for
from iotrial.units import format_bytes
from iotrial.workers.kit_cost import kit_costs
from iotrial.workers.state import LevelState

#: Rounds that a run with --precision ends with at the latest.
MOST_ROUNDS = 1000


class Watcher(Protocol):
    """What a run tells about its progress."""

    def stage(self, name: str, total: int | None = None) -> None:
        """A stage begins, with so many steps where that is known."""

    def step(self) -> None:
        """One step of the stage is done."""

    def note(self, text: str) -> None:
        """Something that a person should know now."""

    def pause(self, level: LevelState, standings: Standings) -> None:
        """A round of a level is over, and nothing is being measured: the moment to look, and to draw."""


@dataclass(frozen=True)
class Setting:
    """What a run needs beside its study."""

    catalog: Catalog
    results: Path
    target: Path | None
    watcher: Watcher
    evidence: bool = True  # whether system calls are traced before the first round
    decider: Callable[[Run, Standings], Decider] | None = None  # what ends a run with --precision; None: its own rule
    built_after_s: float = 0.0  # programs that were compiled before this time are compiled anew
    goes_on: bool = True  # whether `--resume` can continue the run


def carry_out(study: Study, setting: Setting) -> Path:
    """Carry out a study; the run's folder. NothingMeasured where no arm could be; UsageError where it cannot begin."""
    begun_ns = time.monotonic_ns()
    with _orderly_end(), places(study, setting.catalog, setting.target, setting.watcher.note) as (levels, folder):
        return _measure(study, setting, levels, folder, begun_ns)


def resume(run_folder: Path, setting: Setting) -> Path:
    """Play the sweeps that a run lacks, with the programs, the plan, the target and the machine that it began with."""
    stored = open_run(run_folder)
    run = stored.run
    if run.complete:
        raise UsageError(f"the run {run.run} is complete", hint=f"iotrial show {run.run}")
    begun_ns = time.monotonic_ns()
    setting = replace(setting, catalog=catalog_of(run, setting.catalog))
    study = study_of(run, setting.catalog)
    require_same_machine(run, machine.facts())
    target = target_of(run, setting.target)
    with (
        _orderly_end(),
        places(study, setting.catalog, target, setting.watcher.note) as (levels, folder),
        RunWriter.resume(run_folder) as writer,
    ):
        there = [level.target for level in levels if not level.skipped]
        require_same_targets(run, levels, machine.facts(dict.fromkeys(there)))
        host = LocalHost(folder)
        try:
            _make_ready(setting, levels, host)
            restore(levels, run)
            rounds = max((level.rounds for level in run.levels), default=0)
            return _sweep(study, levels, host, writer, run, setting, rounds, begun_ns, stored)
        finally:
            host.close()


def _measure(study: Study, setting: Setting, levels: list[LevelState], folder: Path, begun_ns: int) -> Path:
    host = LocalHost(folder)
    watcher = setting.watcher
    try:
        priority = BudgetPriority(study, levels, begun_ns, host.now_ns) if study.eligible else None
        _prepare(study, setting, levels, folder, host, priority)
        require_room_for_samples(levels)
        rounds = study.rounds or max(rounds_for(len(level.arms), study.quick) for level in levels)
        rounds = _pilot(study, levels, folder, host, watcher, rounds, begun_ns, priority)
        run = record_of(study, setting.catalog, levels, host, rounds)
        if not any(level.is_measurable or level.is_observed for level in levels):
            raise NothingMeasured(_why_nothing(levels))
        with RunWriter.create(setting.results, run) as writer:
            return _sweep(study, levels, host, writer, run, setting, rounds, begun_ns)
    finally:
        host.close()


def _prepare(
    study: Study,
    setting: Setting,
    levels: list[LevelState],
    folder: Path,
    host: LocalHost,
    priority: BudgetPriority | None = None,
) -> None:
    """Programs, inputs, checks, evidence."""
    watcher = setting.watcher
    _make_ready(setting, levels, host)
    require_start(levels, folder)
    for level in levels:
        if level.memory_limit_bytes is not None and level.inputs and not level.skipped:
            text = sentence(
                "limited_input",
                {"memory_limit": format_bytes(level.memory_limit_bytes), "level": level_name(level.factors)},
            )
            level.cautions.append(Caution(code="limited_input", text=text))
    kits = [arm.kit for level in levels for arm in level.arms if arm.program]
    cpu = host.cpus[-1] if host.cpus else None
    costs = kit_costs(setting.catalog, kits, folder, levels[0].target, cpu)
    watcher.stage("verifying", sum(len(level.every) for level in levels))
    for level in levels:
        for arm in level.every:
            arm.kit_ns = costs.get(arm.kit.key)
        verify = partial(verify_level, level, study, folder, cpu, watcher.step, setting.catalog.kits.get("c"))
        priority.spend(level, verify, READY_SHARE) if priority else verify()
    if priority:
        priority.thin_out()
    for level in levels:
        if level.task.observed is not None and not level.skipped:
            watcher.stage("observing", len(level.timed))
            observe_level(level, folder, watcher.step)
    _look_into(
        [level for level in levels if level.is_measurable and level.task.window is None], study, setting, folder, host
    )


def _look_into(levels: Sequence[LevelState], study: Study, setting: Setting, folder: Path, host: LocalHost) -> None:
    """The passes that explain and time nothing (METHOD.md, rule 13). One worker alone tells nothing of several."""
    watcher = setting.watcher
    arms = sum(len(level.timed) - 1 for level in levels)
    if setting.evidence and arms:
        watcher.stage("gathering evidence", arms)
        for level in levels:
            gather(level, folder, host.cpus, watcher.step)
    if study.memory and arms:
        watcher.stage("profiling memory", study.memory * arms)
        for level in levels:
            profile_memory(level, study.memory, folder, len(host.cpus), watcher.step)


def _make_ready(setting: Setting, levels: Sequence[LevelState], host: LocalHost) -> None:
    """Programs and inputs of all levels."""
    setting.watcher.stage("building", len(levels))
    with ThreadPoolExecutor(max(1, len(host.cpus))) as pool:
        for _ in pool.map(lambda level: build_arms(level, setting.built_after_s), levels):
            setting.watcher.step()
    for level in levels:
        if not level.skipped:
            create_inputs(level)


def _pilot(
    study: Study,
    levels: list[LevelState],
    folder: Path,
    host: LocalHost,
    watcher: Watcher,
    rounds: int,
    begun_ns: int,
    priority: BudgetPriority | None = None,
) -> int:
    """One round of each level that is not analysed; blocks are set, fewer where the budget asks for it.

    Gives back the rounds, more where the budget was named and allows it.
    """
    cpu = host.cpus[-1] if host.cpus else None
    measurable = [level for level in levels if level.is_measurable]
    watcher.stage("trying out", len(measurable))
    costs: list[tuple[LevelState, float, float]] = []

    def try_out(level: LevelState) -> None:
        costs.append((level, *pilot_round(level, folder, cpu, study.margin)))

    for level in measurable:
        priority.spend(level, partial(try_out, level), TRIED_SHARE) if priority else try_out(level)
        if priority and level is levels[0]:
            priority.leave_slow()
        watcher.step()
    if priority:
        return priority.share_out(costs)
    left_ns = study.budget_seconds * 1e9 - (time.monotonic_ns() - begun_ns)
    if study.blocks is not None:
        for level in measurable:
            level.blocks = study.blocks
    else:
        blocks = fitting_blocks(
            [(level.blocks, start_ns, block_ns) for level, start_ns, block_ns in costs], left_ns / rounds
        )
        for level, count in zip(measurable, blocks, strict=True):
            level.blocks = count
    if study.rounds is not None or not study.fills_budget:
        return rounds
    sweep_ns = sum(start_ns + level.blocks * block_ns for level, start_ns, block_ns in costs)
    return fitting_rounds(rounds, sweep_ns, left_ns)


def _sweep(
    study: Study,
    levels: list[LevelState],
    host: LocalHost,
    writer: RunWriter,
    run: Run,
    setting: Setting,
    rounds: int,
    begun_ns: int,
    stored: StoredRun | None = None,
) -> Path:
    """Play the sweeps, but those that are stored already; keep each, and close the record whatever happens."""
    done = stored.sweeps if stored else []
    watcher = setting.watcher
    samples = sum(
        level.blocks * len(level.active_arms) * sum(sweep not in done for sweep in range(0, rounds, level.visits))
        for level in levels
        if level.is_measurable
    )
    standings = Standings(study.margin, None if study.precision else rounds, sequence=study.precision is not None)
    if stored:
        standings.recall(levels, stored)
    precise: Decider | None = None
    if study.precision is not None:
        precise = setting.decider(run, standings) if setting.decider else Precision(study, standings)
    watcher.stage("measuring", None if precise else samples)
    stop = Stop(
        MOST_ROUNDS if precise else rounds,
        deadline_ns=begun_ns + int(study.budget_seconds * 1e9),
        decided=precise.is_decided if precise else None,
    )

    def keep(sweep: int, rows: list[Row]) -> None:
        with deferred_signals():  # DuckDB would take a request to end for a failure of its own
            writer.sweep(sweep, {name: [row[name] for row in rows] for name in SAMPLE})

    def look(level: LevelState, rows: list[Row]) -> None:
        standings.add(level, rows)
        watcher.pause(level, standings)

    ending: Ending = "interrupted"
    try:
        ending = schedule(levels, host, study.seed, stop, keep, done=done, on_sample=watcher.step, on_round=look)
        watcher.stage("tidying up")  # of a run of many files that takes a while
    except KeyboardInterrupt:
        if setting.goes_on:
            watcher.note(f"what was measured is kept; to go on: iotrial run --resume {run.run}")
        raise
    finally:
        writer.update(
            run.model_copy(
                update={
                    "levels": [level_record(level, rounds) for level in levels],
                    "finished_at": now(),
                    "complete": ending != "interrupted",
                    "stopped": ending,
                    "seconds": (run.seconds or 0.0) + (time.monotonic_ns() - begun_ns) / 1e9,
                }
            )
        )
    return writer.folder


def _why_nothing(levels: Sequence[LevelState]) -> list[Problem]:
    """Each reason once, with the arms that it keeps away."""
    reasons: dict[str, list[str]] = {}
    for level in levels:
        for arm in level.arms:
            if arm.reason and arm.role != "placebo":
                reasons.setdefault(arm.reason, []).append(arm.arm)
    return [
        Problem(f"{', '.join(dict.fromkeys(arms))}: {reason}", hint="see which methods can run here: iotrial methods")
        for reason, arms in reasons.items()
    ] or [Problem("no arm could be measured", hint="see which methods can run here: iotrial methods")]


@contextlib.contextmanager
def _orderly_end() -> Iterator[None]:
    """Make a request to end (SIGTERM, SIGHUP) leave by the same door as Ctrl-C, so that everything is tidied up."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
