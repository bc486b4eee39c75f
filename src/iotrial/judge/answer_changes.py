"""Changes of a run's answer from level to level."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import Factors, FullBounds, SizeFactor
from iotrial.store.described import ArmName
from iotrial.store.strict import Strict


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
