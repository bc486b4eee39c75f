"""The growth of an arm's memory over size."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.bounds import KnownBounds, SharedFactors, SizeFactor
from iotrial.store.described import ArmName
from iotrial.store.strict import Strict


class MemoryGrowth(Strict):
    """An arm's memory at levels of different work that differ in one factor only."""

    factor: SizeFactor
    at: SharedFactors
    arm: ArmName
    of: Literal["peak", "held"] = Field(
        description="peak: resident memory (peak_bytes); held: without what is reclaimable (held_bytes)"
    )
    units: list[int] = Field(description="the sizes, in the job's unit, ascending")
    processes: int = Field(description="fresh processes at each size")
    needed_processes: int = Field(description="how many an interval takes that is corrected for all entries")
    bytes_per_unit: KnownBounds = Field(
        description="bytes of memory for each unit from the smallest size to the largest, corrected for all entries"
    )
    least: float = Field(description="the least of the processes' figures; no bound of an interval")
    most: float = Field(description="the most of them")
    steps: list[float] = Field(description="the median of the same from each size to the next")
    misfit_bytes: float = Field(description="how far a size between is from the line through the ends, at most")
    flat_below: float = Field(description="bytes for each unit that count as none")
    verdict: Literal["flat", "grows", "falls", "undecided"] = Field(description="flat, grows, falls or undecided")
