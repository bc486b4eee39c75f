"""Every arm of a level directly against every other, so that a reader may choose what to compare with."""

from __future__ import annotations

from itertools import combinations

from pydantic import Field

from iotrial.judge.arms_beside import ArmsBeside
from iotrial.judge.judge_arm import MOVING
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.stats.verdict import Verdict
from iotrial.store.described import ArmName
from iotrial.store.strict import Strict

#: An arm with one of these cautions is never called equivalent (rules 1, 3 and 5).
_NEVER_EQUIVALENT = frozenset({"kit_cost", "shifted", "coarse_clock"})


class ArmPair(Strict):
    """Two arms of a level, block by block."""

    arm: ArmName
    over: str = Field(description="the other arm")
    ratio: float = Field(description="its time over that arm's")
    low: float | None = Field(description="lower bound, corrected for all pairs of the level; null with too few rounds")
    high: float | None = Field(description="upper bound; null where `low` is")
    verdict: Verdict | None = Field(description="verdict of the first against the second; null without an interval")


def pairs(judging: Judging, number: int, level: JudgedLevel) -> list[ArmPair]:
    """Return each two arms of a level once, the earlier one over the later; none if no verdict of the level holds.

    The interval of each allows for all pairs of the level (rule 7); one with the baseline is the row of the table.
    """
    arms = [] if level.invalid else [arm for arm in level.arms if arm.is_comparable]
    every = list(combinations(arms, 2))
    beside = ArmsBeside(judging, number, {arm.arm: arm for arm in arms})
    return [_pair(beside, first, second, judging.margin) for first, second in every]


def _pair(beside: ArmsBeside, arm: JudgedArm, over: JudgedArm, margin: float) -> ArmPair:
    from iotrial.stats.verdict import judge

    found = beside.ratio(arm.arm, over.arm)
    verdict: Verdict | None = None
    if found.low is not None:
        verdict = judge(found.low, found.high, margin)
        codes = {caution.code for one in (arm, over) for caution in one.cautions}
        never_equal = codes & _NEVER_EQUIVALENT or arm.record.shift != over.record.shift
        if codes.intersection(MOVING) or (verdict == "equivalent" and never_equal):
            verdict = "undecided"
    return ArmPair(arm=arm.arm, over=over.arm, ratio=found.ratio, low=found.low, high=found.high, verdict=verdict)
