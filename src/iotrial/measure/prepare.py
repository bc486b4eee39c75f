"""Work before any round: verify every arm, read its memory, time it roughly, and size the level.

Nothing that is measured here is analysed (rules 1, 3 and 5).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from iotrial.ask.catalog import Kit, Value
from iotrial.ask.level_factors import level_name
from iotrial.ask.study import Study
from iotrial.cautions import sentence
from iotrial.machine.children import has_had_children
from iotrial.machine.page_cache import are_there, warm
from iotrial.measure.chosen_clock import clock_of
from iotrial.measure.examination import crash, examine
from iotrial.measure.floor_programs import is_tried, keep_quickest
from iotrial.measure.sizing import (
    LEAST_TOLD,
    floor_iterations,
    iterations_of,
    shared_times,
    shift_of,
    shortest_sample_ns,
)
from iotrial.measure.try_group import try_group
from iotrial.probes.durable import caution_of
from iotrial.store.record import Caution
from iotrial.workers.arm_worker import (
    ArmWorker,
    LocalArmWorker,
    SampleFailed,
    WrongState,
    WrongWork,
)
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.conditions import Unfit
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.unavailable import Unavailable

#: A pilot of an arm ends after a sample this share of the wanted length.
PILOT_SHARE = 0.5
MOST_PILOT_ITERATIONS = 1 << 16

#: Samples more of each size of a reference: sizes differ by little, and the quickest is kept.
SIZE_SAMPLES = 4

#: An arm that reads from a device in each of this many samples at a warm level is never warm.
WARM_TRIES = 3


def build_arms(level: LevelState, built_after_s: float = 0.0, note: Callable[[str], None] = lambda text: None) -> None:
    """Find or compile the program of each arm; an arm that lacks something here is skipped, a broken one has failed.

    built_after_s, note: see `program_of`.
    """
    for arm in level.every:
        if lacking := _lacking(arm.kit, level.plan.factors):
            arm.leave("skipped", lacking)
            continue
        try:
            arm.program = program_of(
                arm.kit,
                arm.method,
                level.plan.options,
                built_after_s=built_after_s,
                sandbox=level.plan.sandbox,
                note=note,
            )
        except Unavailable as reason:
            hint = f" (to install it: {reason.install})" if reason.install else ""
            arm.leave("skipped", f"{reason}{hint}")
        except DoesNotCompile as error:
            arm.leave("failed", str(error))


def _lacking(kit: Kit, factors: Mapping[str, Value]) -> str:
    """Say which value of a factor a kit cannot have; "" if it can have all of these."""
    values = (f"{name}={factors[name]}" for name, only in kit.only.items() if factors.get(name, only[0]) not in only)
    return next((f"{kit.spoken} has no {value}" for value in values), "")


def create_inputs(level: LevelState) -> None:
    """Make the level's inputs and the arms' folders, and bring the inputs into memory.

    A level whose target does not keep its inputs is skipped: no method could be right there.
    """
    try:
        level.plan.task.create()
    except Unfit as reason:
        level.skip(str(reason))
        return
    if level.resources.guarded is not None:
        level.resources.guarded.note(level.plan.task)
    for arm in level.every:
        level.resources.outputs(arm.index).mkdir(parents=True, exist_ok=True)
    for path in level.plan.resident:
        warm(path)


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
    """Set the time of one iteration, from samples of more and more iterations, `most` at the end."""
    iterations = 1
    try:
        while True:
            begun_ns = time.monotonic_ns()
            figures = arm_worker.rough(iterations)
            wall_ns = max(figures["wall_ns"] or 1, int(LEAST_TOLD * (time.monotonic_ns() - begun_ns)))
            arm.tells = frozenset(name for name, value in figures.items() if value is not None)
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
