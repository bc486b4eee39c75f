"""The second copy of the baseline: the noise floor."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import RatioBounds
from iotrial.stats.verdict import Verdict
from iotrial.store.record import Observation, Status
from iotrial.store.strict import Strict


class PlaceboFigure(Strict):
    """The second copy of a level's baseline. A figure is null if it was not measured."""

    arm: str = Field(description="the baseline that it repeats")
    status: Status = Field(description="measured, skipped, disqualified or failed")
    reason: str | None = Field(description="why it is not measured; null if it is")
    outcome: Observation | None = Field(
        description="its result at a level that is looked at and not timed; null at all others"
    )
    ratio: float | None = Field(description="its time over the baseline's; null if it has no round")
    low: float | None = Field(description="lower bound of the ratio, at 95 %; null with too few rounds")
    high: float | None = Field(description="upper bound of the ratio, at 95 %; null with too few rounds")
    verdict: Verdict | None = Field(description="as for an arm; null if nothing may be judged")
    median_ns: float | None = Field(description="time of one iteration, as for an arm")
    rounds: int = Field(description="rounds with a value")


class PooledPlacebo(RatioBounds):
    """All placebo rounds of a run in one interval."""

    rounds: int = Field(description="rounds with a value, of all levels")
