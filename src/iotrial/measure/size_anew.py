"""The iterations of a level's samples once more, after its pilot has seen all arms beside each other (rule 3)."""

from __future__ import annotations

import math
from dataclasses import replace

from iotrial.ask.study import Study
from iotrial.measure.prepare import asked_ns, has_one_iteration
from iotrial.measure.sizing import floor_iterations, resized, shared_times, shift_of, shortest_sample_ns
from iotrial.workers.state import ArmState, LevelState


def size_anew(level: LevelState, study: Study, start_ns: float, block_ns: float) -> tuple[float, float]:
    """Mend what a disturbed first look has made of iterations; return the costs of a start and of a block, ns."""
    timed = [arm for arm in level.arms if arm.is_timed]
    is_sized = level.plan.task.window is None and level.plan.task.observed is None and not has_one_iteration(level)
    if not is_sized or not level.arms[0].is_timed or not all(arm.pilot_ns for arm in timed):
        return start_ns, block_ns
    together = served.clients if (served := level.plan.task.served) is not None else 1
    sample_ns = shortest_sample_ns(asked_ns(level, study), max(arm.clock_step_ns or 1 for arm in timed), study.margin)
    times = shared_times([_time_ns(arm) * together for arm in timed], [arm.method.arm for arm in timed])
    counts = resized([arm.iterations // together for arm in timed], times, sample_ns)
    if counts is None:
        return start_ns, block_ns
    floors = [floor for floor in level.floors if floor.is_timed]
    counts += [floor_iterations(_time_ns(floor) * together, counts[0], sample_ns) for floor in floors]
    added_ns = longest = 0.0
    for arm, count in zip([*timed, *floors], counts, strict=True):
        factor = count * together / arm.iterations
        added_ns += (factor - 1) * (arm.pilot_ns or 0.0)
        longest = max(longest, 1 / factor)
        arm.own_warmup = math.ceil(arm.own_warmup / factor)
        arm.pilot_ns = arm.pilot_ns and arm.pilot_ns * factor
        arm.iterations, arm.shift = count * together, shift_of(count, counts[0])
    if longest > 1:  # shorter samples warm up by more of them
        level.shape = replace(level.shape, warmup_blocks=math.ceil(level.shape.warmup_blocks * longest))
    return start_ns + level.shape.warmup_blocks * added_ns, block_ns + added_ns


def _time_ns(arm: ArmState) -> float:
    """Return the least time of one iteration that is known, ns."""
    return arm.pilot_ns / arm.iterations if arm.pilot_ns else arm.ns or 1.0
