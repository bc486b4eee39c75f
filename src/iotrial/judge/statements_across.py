"""Statements across the levels of a run, as results have them: effects of factors, costs, memory growth, changes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.bounds import Bounds, Factors, FullBounds, KnownBounds, SharedFactors, SizeFactor
from iotrial.stats.verdict import Verdict
from iotrial.store.described import ArmName
from iotrial.store.strict import Strict


class FactorEffect(Strict):
    """Another value of a factor, at levels that differ in it alone and do the same work."""

    factor: str = Field(description="the factor that differs")
    of: int | str = Field(description="its value at the one level")
    to: int | str = Field(description="its value at the other")
    at: Factors = Field(description="the factors that both levels share")
    arm: ArmName
    ratio: float | None = Field(
        description="its time at the other level over its time at the one, sweep by sweep; null if no sweep has both"
    )
    low: float | None = Field(description="lower bound, corrected for all effects of the run; null with too few sweeps")
    high: float | None = Field(description="upper bound; null with too few sweeps")
    verdict: Verdict = Field(description="as for an arm")


class SizeCost(Strict):
    """time = fixed + unit x work, fitted sweep by sweep over three sizes or more."""

    factor: SizeFactor
    at: SharedFactors
    arm: ArmName
    sizes: int = Field(description="levels that the line goes through")
    fixed_ns: Bounds = Field(description="cost at size 0")
    unit_ns: Bounds = Field(description="cost of one unit of work")
    misfit_share: Bounds = Field(
        description="how far the line is from the size that it fits worst, as a share of the time there"
    )
    growth_share: Bounds = Field(
        description="by how much the largest size takes longer than the smallest by that line, as a share of the "
        "smallest's; null also if it is infinite"
    )


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


class WinnerAt(Strict):
    """An arm that wins, and the levels at which it does."""

    arm: str = Field(description="the winner")
    levels: list[Factors] = Field(description="the levels at which it wins, corrected over all levels")


class MeetingPoint(Strict):
    """The size at which two arms cost the same by their lines."""

    factor: SizeFactor
    units: FullBounds = Field(description="that size, in the job's unit")
    faster_below: bool = Field(description="if the arm is the faster one below it")


class Flip(Strict):
    """An arm that is faster than the baseline at one level and slower at another."""

    arm: ArmName
    baseline: str = Field(description="the baseline of these levels")
    faster: list[Factors] = Field(description="levels at which it is faster, corrected over arms and levels")
    slower: list[Factors] = Field(description="levels at which it is slower")
    crossover: MeetingPoint | None = Field(
        description="the size at which the two lines meet; null if the levels do not bear it out"
    )


class Changes(Strict):
    """The changes of the answer from level to level."""

    winners: list[WinnerAt] = Field(
        description="the winners that stay so when corrected over all levels; empty if there are fewer than two"
    )
    flips: list[Flip] = Field(description="arms that are faster than the baseline at one level and slower at another")
