"""Memory at its highest, by kind, method by method, as bars that a page draws itself."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.layout import clean

#: Kinds in the order in which they are stacked: memory that the kernel cannot reclaim comes first.
KINDS = ("anonymous", "shared", "file, changed", "file, reclaimable", "not taken apart")


@dataclass(frozen=True)
class MemoryBar:
    """A method: its memory in words, and for each kind its place in KINDS, its share of the longest bar, its words."""

    arm: str
    peak: str
    parts: list[tuple[int, float, str]]


def memory_bars(level: JudgedLevel) -> list[MemoryBar]:
    """Return a bar for each method, the least held first; none if no memory was broken down by kind."""
    arms = [(peak, arm) for arm in level.arms if (peak := arm.record.memory.peak_bytes) is not None]
    if all(arm.record.memory.kinds is None for _, arm in arms):
        return []
    arms.sort(key=lambda one: (one[1].held_bytes is None, one[1].held_bytes or one[0], one[1].arm))
    most = max(peak for peak, _ in arms) or 1
    return [
        MemoryBar(
            clean(arm.arm),
            figures.size(peak),
            [
                (KINDS.index(kind), round(100 * count / most, 1), f"{kind}: {figures.size(count)}")
                for kind, count in _kinds(arm, peak)
            ],
        )
        for peak, arm in arms
    ]


def _kinds(arm: JudgedArm, peak: int) -> list[tuple[str, int]]:
    found = arm.record.memory.kinds
    if found is None or found.anonymous_bytes is None:
        return [("not taken apart", peak)]
    reclaimable = found.reclaimable_bytes or 0
    kinds = {
        "anonymous": found.anonymous_bytes,
        "shared": found.shared_bytes or 0,
        "file, changed": (found.file_bytes or 0) - reclaimable,
        "file, reclaimable": reclaimable,
    }
    return [(kind, count) for kind, count in kinds.items() if count]
