"""The warm-up of servers whose programs compile as they go: each is loaded by itself until it has a plateau (rule 1).

Blocks of all servers of a level would take too long for that, and the others gain nothing from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.stats.plateau import warmup_blocks
from iotrial.workers.arm_worker import ArmWorker, SampleFailed, WrongState
from iotrial.workers.state import ArmState

#: A server has had at least so many samples before its times can be a plateau: over few of them a compiler that waits
#: for its turn, or a slow trend, looks like one.
LEAST_SAMPLES = 24

#: A server is sampled so often at the most, and for so long.
MOST_SAMPLES, LONGEST_NS = 48, 10e9


def warm_alone(
    arm: ArmState, arm_worker: ArmWorker | SampleFailed, times_ns: Sequence[float], margin: float
) -> list[float]:
    """Sample an arm by itself until it has a plateau, and set its own warm-up; return the times of all samples, ns.

    times_ns: of the samples that its process has had. Without a plateau no verdict on the arm is confident.
    """
    own = list(times_ns)
    while (found := own_warm_up(own, margin)) is None and len(own) < MOST_SAMPLES and sum(own) < LONGEST_NS:
        try:
            if isinstance(arm_worker, SampleFailed):
                raise arm_worker
            own.append(float(arm_worker.sample(arm.iterations)["wall_ns"] or 1))
        except (SampleFailed, WrongState):
            break
    arm.is_moving, arm.own_warmup = found is None, found or 0
    return own


def share_warm_up(arms: Sequence[ArmState]) -> None:
    """Give all servers of one stack the warm-up of the slowest of them: the baseline and its placebo are the same."""
    for arm in arms:
        alike = [one.own_warmup for one in arms if one.kit.key == arm.kit.key]
        arm.own_warmup = max(alike)


def own_warm_up(times_ns: Sequence[float], margin: float) -> int | None:
    """Return the samples before the plateau of one server that was sampled alone; None if it has none yet.

    A plateau counts if it has held for as long as what came before it.
    """
    found = warmup_blocks(times_ns, margin) if len(times_ns) >= LEAST_SAMPLES else None
    return found if found is not None and 2 * found <= len(times_ns) else None
