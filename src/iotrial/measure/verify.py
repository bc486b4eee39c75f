"""Work before any round: verify every arm, read its memory, time it roughly, and size the level.

Nothing that is measured here is analysed (rules 1, 3 and 5).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from iotrial.ask.catalog import Kit
from iotrial.ask.level_factors import level_name
from iotrial.ask.study import Study
from iotrial.cautions import sentence
from iotrial.machine.children import has_had_children
from iotrial.machine.page_cache import are_there
from iotrial.measure.clock_checks import clock_of
from iotrial.measure.examination import crash, examine
from iotrial.measure.floor_programs import is_tried, keep_quickest
from iotrial.measure.sizing import (
    LEAST_TOLD,
    PEER_FACTOR,
    floor_iterations,
    iterations_of,
    shared_times,
    shift_of,
    shortest_sample_ns,
)
from iotrial.probes.durable import caution_of
from iotrial.probes.locks import lock_wait
from iotrial.probes.memory_together import MemoryTogether
from iotrial.store.record import Caution
from iotrial.workers.arm_worker import (
    ArmWorker,
    LocalArmWorker,
    SampleFailed,
    WrongState,
    WrongWork,
)
from iotrial.workers.group_round import GroupRoundWorkers
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.worker_group import WorkerGroup

#: A pilot of an arm ends after a sample this share of the wanted length.
PILOT_SHARE = 0.5
MOST_PILOT_ITERATIONS = 1 << 16

#: Samples more of each size of a reference: sizes differ by little, and the quickest is kept.
SIZE_SAMPLES = 4

#: An arm that reads from a device in each of this many samples at a warm level is never warm.
WARM_TRIES = 3


def verify_level(
    level: LevelState,
    study: Study,
    logs: Path,
    cpu: int | None,
    on_arm: Callable[[], None] = lambda: None,
    compiler: Kit | None = None,
) -> None:
    """Verify each arm in a fresh process: memory of one iteration, the check, and the pilot; then size the level.

    If several workers work at once, windows of theirs are tried, and another in which their lock waits are timed, with
    a library that the compiler makes.
    """
    if level.progress.skipped:
        for _ in level.arms:
            on_arm()
        return
    candidates = [arm for arm in level.every if arm.status == "measured" and arm.program is not None]
    _verify_each(level, candidates, study, logs, cpu, on_arm)
    if level.plan.task.window is not None:
        for arm in candidates:
            if arm.is_timed:
                try_group(level, arm, logs, compiler)
    if (caution := caution_of(level)) is not None:
        level.progress.cautions.append(caution)
    keep_quickest(level)
    changed = level.rebase()
    if changed:
        text = sentence("baseline_changed", {"change": changed, "level": level_name(level.plan.factors)})
        level.progress.cautions.append(Caution(code="baseline_changed", text=text))
    level.shape = replace(level.shape, clock=clock_of(level, is_bound=cpu is not None))
    timed = [arm for arm in level.arms if arm.is_timed]
    if not level.arms[0].is_timed or level.plan.task.window is not None or level.plan.task.observed is not None:
        return
    step_ns = max(arm.clock_step_ns or 1 for arm in timed)
    together = level.plan.together
    times = shared_times([(arm.ns or 1.0) * together for arm in timed], [arm.method.arm for arm in timed])
    sample_ns = shortest_sample_ns(level.plan.sample_ns(study.sample_ns), step_ns, study.margin)
    counts = iterations_of(times, sample_ns)
    floors = [floor for floor in level.floors if floor.is_timed]
    counts += [floor_iterations((floor.ns or 1.0) * together, counts[0], sample_ns) for floor in floors]
    counts = [count * together for count in counts]
    if level.plan.has_one_iteration:
        counts = [1] * len(counts)
    for arm, count in zip(level.active_arms, counts, strict=True):
        arm.iterations = count
        arm.shift = shift_of(count, counts[0])


def _verify_each(
    level: LevelState,
    candidates: Sequence[ArmState],
    study: Study,
    logs: Path,
    cpu: int | None,
    on_arm: Callable[[], None],
) -> None:
    """Verify arms whose workers start together; once one of them has shut the sink of all, each by itself."""
    left, is_together = list(candidates), True
    while left:
        chosen = tuple(left) if is_together else (left[0],)
        with LocalRoundWorkers(level, cpu, logs) as workers:
            arm_workers = workers.start([(arm, Start(order)) for order, arm in enumerate(chosen)])
            for arm in chosen:
                try:
                    if not workers.is_sink_shut:
                        _verify(level, arm, arm_workers[arm.index], study, logs, cpu)
                except WrongState as wrong:
                    if not workers.is_sink_shut and not arm.harms:
                        arm.leave("failed", str(wrong))
                if len(chosen) > 1 and (workers.are_harmed or arm.harms):  # by this arm, which is alone the next time
                    is_together = False
                    if not arm.is_timed:
                        left.remove(arm)
                        on_arm()
                    break
                if workers.is_sink_shut and arm.is_timed:
                    if len(chosen) > 1:  # it, or another of them
                        is_together = False
                        break
                    arm.leave("disqualified", workers.how_sink_shut)
                left.remove(arm)
                on_arm()


def _verify(
    level: LevelState,
    arm: ArmState,
    arm_worker: ArmWorker | SampleFailed,
    study: Study,
    logs: Path,
    cpu: int | None,
) -> None:
    """Examine one arm in its worker, and time it roughly; it leaves the level if it has none."""
    if not isinstance(arm_worker, LocalArmWorker):
        arm.leave("failed", str(arm_worker))
        return
    examine(level, arm, arm_worker, logs, cpu)
    if arm.is_timed and level.plan.is_alone:
        most = 1 if level.plan.has_one_iteration else MOST_PILOT_ITERATIONS
        _time_roughly(arm, arm_worker, level.plan.sample_ns(study.sample_ns), most)
        leave_if_never_warm(level, arm, arm_worker)
    arm.had_children = arm_worker.pid is not None and has_had_children(arm_worker.pid)
    crash(level, arm, arm_worker)


def leave_if_never_warm(level: LevelState, arm: ArmState, arm_worker: ArmWorker) -> None:
    """Take an arm out of a warm level that reads from a device each time, although its inputs are in memory.

    It does so by its nature, as whoever passes the page cache by; in rounds it would void what the others measure.
    """
    if not level.plan.is_warm or level.plan.is_first_call or not arm.is_timed:
        return
    for _ in range(WARM_TRIES):
        try:
            arm_worker.sample(1)
            return
        except WrongState as wrong:
            if not wrong.figures or not are_there(
                level.plan.resident
            ):  # others read the inputs: the machine is to blame
                return
            reason = str(wrong)
        except SampleFailed as failure:
            arm.leave("disqualified" if isinstance(failure, WrongWork) else "failed", str(failure))
            return
    arm.leave("skipped", f"it {reason}, and its input was in memory: compare it where files are cold")


def _time_roughly(arm: ArmState, arm_worker: LocalArmWorker, sample_ns: int, most: int) -> None:
    """Set the time of one iteration, from samples of more and more iterations, `most` at the end.

    A sample far longer than one should be is taken once more: if a baseline was only disturbed, those of all slower
    arms would be as long.
    """

    def looked_ns(iterations: int) -> int:
        begun_ns = time.monotonic_ns()
        figures = arm_worker.rough(iterations)
        arm.tells = frozenset(name for name, value in figures.items() if value is not None)
        return max(figures["wall_ns"] or 1, int(LEAST_TOLD * (time.monotonic_ns() - begun_ns)))

    iterations = 1
    try:
        while True:
            wall_ns = looked_ns(iterations)
            if wall_ns > PEER_FACTOR * sample_ns and most > 1:
                wall_ns = min(wall_ns, looked_ns(iterations))
            arm.ns = wall_ns / iterations
            if wall_ns >= sample_ns * PILOT_SHARE or iterations >= most:
                break
            iterations = min(most, max(2 * iterations, int(iterations * sample_ns * PILOT_SHARE / wall_ns)))
        for _ in range(SIZE_SAMPLES if is_tried(arm) else 0):
            arm.ns = min(arm.ns, (arm_worker.rough(iterations)["wall_ns"] or 1) / iterations)
    except WrongWork as wrong:
        arm.leave("disqualified", str(wrong))
    except SampleFailed as failure:
        arm.leave("failed", str(failure))


def try_group(level: LevelState, arm: ArmState, logs: Path, compiler: Kit | None) -> None:
    """Try a group in windows: the arm leaves if its workers harm each other, else its lock waits are timed."""
    window = level.plan.task.window
    assert window is not None
    arm.work = window.piece_work
    with GroupRoundWorkers(level, logs) as workers:
        group = workers.start([(arm, Start())])[arm.index]
        if not isinstance(group, WorkerGroup):
            level.require_hosts()
            arm.leave("failed", str(group))
            return
        pids = group.pids
        try:
            with MemoryTogether(lambda: pids) as memory:
                problems = [_try_window(group) for _ in range(window.trials)]
        except SampleFailed as failure:
            level.require_hosts()
            arm.leave("failed", str(failure))
            return
    if any(problems):
        counted = arm.integrity.sentence() if arm.integrity is not None else ""
        arm.leave("disqualified", counted or next(problem for problem in problems if problem))
        return
    if not level.resources.others:
        arm.all_bytes = memory.most.peak_bytes if memory.most is not None else None
    window_ns = group.window[1] - group.window[0]
    arm.ns = window_ns / max(1, group.times.done)
    if window.every_ns:  # workers wait between records; the time of a record leaves that out
        arm.ns = float(group.times.p50_ns or arm.ns)
    elif group.times.kit_ns is not None:  # the kit's share of all workers' time, applied to a record's
        arm.kit_ns = arm.ns * min(1.0, group.times.kit_ns * group.times.done / (window_ns * window.members))
    if window.shares_a_file and not level.resources.others:  # the library that times them is here
        arm.lock_wait = lock_wait(level, arm, logs, compiler)


def _try_window(group: WorkerGroup) -> str:
    """Try one window; return what was wrong with the group's work, empty if nothing was."""
    try:
        group.sample(1)
    except WrongWork as wrong:
        return str(wrong)
    except WrongState:  # the records are right all the same
        return ""
    return ""
