"""One arm of a level beside another: the one decision that tables, answers, rankings and advice share.

A pair with the baseline is the row of the table, whose interval allows for as many comparisons as the table has; any
other pair is compared directly, with an interval that allows for all pairs of the level (rules 7 and 8), and by way of
the two rows if its rounds are too few for that (rule 30).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.judge.judge_arm import NEVER_EQUAL
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import pair_ratio, row_logs

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval


@dataclass(frozen=True)
class RatioBeside:
    """The time of an arm over another's, with its interval; both bounds are None with too few rounds."""

    ratio: float
    low: float | None
    high: float | None

    @property
    def inverse(self) -> RatioBeside:
        """The other arm's time over the first one's."""
        low = None if self.high is None else 1 / self.high
        return RatioBeside(1 / self.ratio, low, None if self.low is None else 1 / self.low)


class ArmsBeside:
    """The arms of one level that may be compared, each two of them."""

    def __init__(self, judging: Judging, number: int, arms: Mapping[str, JudgedArm]) -> None:
        """Take a level by its number, and those of its arms that have a ratio, by name."""
        self._judging, self._number, self._arms = judging, number, arms
        self._alpha = judging.risk.pair(len(judging.stored.levels[number].arms))
        self._known: dict[tuple[str, str], RatioBeside] = {}
        self._rows: dict[str, Interval | None] = {}

    def ratio(self, arm: str, over: str) -> RatioBeside:
        """Return the time of an arm over another's."""
        key = (arm, over)
        if key not in self._known:
            self._known[key] = self._ratio(arm, over)
        return self._known[key]

    def _ratio(self, arm: str, over: str) -> RatioBeside:
        first, second = self._arms[arm], self._arms[over]
        if second.record.role == "baseline" and first.ratio:
            return RatioBeside(first.ratio, first.low, first.high)
        if first.record.role == "baseline" and second.ratio:
            return RatioBeside(second.ratio, second.low, second.high).inverse
        found = pair_ratio(
            self._judging, self._number, arm, over, alpha=self._alpha, rows=(self._row(arm), self._row(over))
        )
        if found is None:
            return RatioBeside((first.ratio or 1.0) / (second.ratio or 1.0), None, None)
        return RatioBeside(found.center, found.low, found.high)

    def _row(self, arm: str) -> Interval | None:
        if arm not in self._rows:
            count = len(self._judging.stored.levels[self._number].arms)
            alpha = self._judging.risk.level(count) / max(1, count - 1)
            self._rows[arm] = row_logs(self._judging, self._number, arm, alpha=alpha)
        return self._rows[arm]

    def movement(self, arm: str, over: str) -> float:
        """Return the factor by which two arms still move beside each other; 1 if by no more than the margin."""
        return self._arms[arm].movement * self._arms[over].movement

    def is_behind(self, arm: str, over: str) -> bool:
        """True if an arm takes longer than another by more than the margin, with all that drift allows.

        The final speed of an arm that was still warming up at the end of its pilot is unknown.
        """
        from iotrial.stats.verdict import judge

        if self._arms[arm].has_no_plateau or self._arms[over].has_no_plateau:
            return False
        found, moved = self.ratio(arm, over), self.movement(arm, over)
        if found.low is None or found.high is None:
            return False
        return judge(found.low / moved, found.high * moved, self._judging.margin) == "slower"

    def is_slower(self, arm: str, over: str) -> bool:
        """True if an arm is shown to be slower than another that stands still: one that moves is never advised."""
        return not self._arms[over].is_moving and self.is_behind(arm, over)

    def is_equal(self, arm: str, over: str) -> bool:
        """True if two arms are shown to take the same time within the margin, and nothing keeps them from it."""
        from iotrial.stats.verdict import judge

        found, both = self.ratio(arm, over), (self._arms[arm], self._arms[over])
        if any(one.is_moving or any(caution.code in NEVER_EQUAL for caution in one.cautions) for one in both):
            return False
        return both[0].record.shift == both[1].record.shift and (
            judge(found.low, found.high, self._judging.margin) == "equivalent"
        )
