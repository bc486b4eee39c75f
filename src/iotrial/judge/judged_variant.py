"""A variant of a method beside the first of them."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import HighOfFew
from iotrial.stats.verdict import Verdict
from iotrial.store.described import Rounds
from iotrial.store.record import Caution
from iotrial.store.strict import Strict


class JudgedVariant(Strict):
    """An arm directly over the first arm of its method."""

    arm: str = Field(description="the arm, LANGUAGE/METHOD@VARIANT")
    over: str = Field(description="the first variant of its method, which it is compared with")
    ratio: float | None = Field(description="the arm's time over that one's, block by block; null if it has no round")
    low: float | None = Field(description="lower bound, corrected for all entries of the run; null with too few rounds")
    high: HighOfFew
    rounds: Rounds
    verdict: Verdict | None = Field(description="as for an arm, about these two; null if nothing may be judged")
    may_be_equal: bool = Field(
        description="if they could be told to be equal: one iteration count, no drift, little of the kit's own"
    )
    reason: str | None = Field(description="why there is no verdict, or why it is invalid; null if there is one")
    cautions: list[Caution] = Field(description="caveats of the pair")
