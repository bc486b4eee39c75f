"""The effect of a factor on an arm's time."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import Factors
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
