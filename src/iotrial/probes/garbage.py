"""Collections of garbage: how often an arm's runtime collects, and how long that takes, for one iteration.

Runtimes report it only on request, which slows some of them down. So it is a pass of its own, not timed.
"""

from __future__ import annotations

import contextlib
from typing import TypedDict

from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, WrongState
from iotrial.workers.state import ArmState

#: An arm works for about so long, in requests of as many iterations as its samples have, but for no more of them.
SPAN_NS = 100_000_000
MOST_REQUESTS = 50


class GarbageCollections(TypedDict, total=False):
    """The fields of Evidence that are found here; empty for a runtime that tells nothing."""

    collections: float
    gc_ns: float | None


def count_collections(arm_worker: LocalArmWorker, arm: ArmState) -> GarbageCollections:
    """Return the collections of one iteration, the mean of many; empty if the kit does not tell, or the arm fails."""
    sample_ns = max(1.0, (arm.ns or 0.0) * arm.iterations)
    requests = max(1, min(MOST_REQUESTS, round(SPAN_NS / sample_ns)))
    counts: list[int] = []
    times_ns: list[int | None] = []
    with contextlib.suppress(SampleFailed, WrongState):
        for _ in range(requests):
            figures = arm_worker.bare(arm.iterations, collected=True)
            count = figures["collections"]
            if count is None:
                return {}
            counts.append(count)
            times_ns.append(figures["gc_ns"])
    if not counts:
        return {}
    iterations = len(counts) * arm.iterations
    told_ns = [one for one in times_ns if one is not None]
    whole = len(told_ns) == len(counts)
    return {"collections": sum(counts) / iterations, "gc_ns": sum(told_ns) / iterations if whole else None}
