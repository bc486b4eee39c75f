"""The clock that a level is judged by, from what the level and its arms are: fixed before its first round (rule 28)."""

from __future__ import annotations

from iotrial.stats.judged_clock import Clock
from iotrial.workers.sink import NEVER_RESTING
from iotrial.workers.state import LevelState

#: Sinks at which one of the two, worker or reader, can always go on: time in which neither of them ran is that of
#: others. Over TCP the system may pass the bytes on in a thread of its own.
WITHOUT_REST = ("pipe", "unix")

#: The figures of a sample that each clock needs.
_ALONE = {"queue_ns", "user_ns", "system_ns"}
_WITH_READER = {*_ALONE, "reader_ns", "reader_queue_ns"}


def clock_of(level: LevelState, *, is_bound: bool) -> Clock:
    """Return the clock of a level whose arms have been verified; is_bound: if its workers have one CPU together.

    It is wall time unless nothing of the work goes on while its worker waits for a CPU: no other worker, thread or
    process of the job, and no device.
    """
    arms = level.active_arms
    if not is_bound or level.is_free or level.plan.task.observed is not None or not arms:
        return "wall"
    if any(arm.had_children for arm in arms) or _waits_for_device(level):
        return "wall"
    if level.plan.reader is None:
        return "wall less queue" if all(arm.tells >= _ALONE for arm in arms) else "wall"
    rests = level.plan.sink_kind not in WITHOUT_REST or level.plan.reader not in NEVER_RESTING
    return "wall" if rests or not all(arm.tells >= _WITH_READER for arm in arms) else "wall less others"


def _waits_for_device(level: LevelState) -> bool:
    """True if a device works for an arm while that waits: inputs are not in memory, or writes must be safe."""
    durable = any(arm.method.guarantees.get("durable", "no") != "no" for arm in level.active_arms)
    return durable or level.plan.task.cold is not None or level.plan.memory_limit_bytes is not None
