"""The time that each unit of work takes longer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.toml_types import Flag
from iotrial.claims import compared
from iotrial.claims.claim_figures import Band
from iotrial.claims.claim_table import SignedFigure
from iotrial.claims.outcome import Outcome, decided
from iotrial.claims.sized import SizedClaim
from iotrial.claims.two_arms import TwoArmClaim, untimed
from iotrial.stats.verdict import judge

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures
    from iotrial.stats.interval import Interval


@dataclass(frozen=True, kw_only=True)
class Gap(SizedClaim, TwoArmClaim):
    """Each unit of the first arm's work takes longer than one of the second's, by as many ns as published (`figure`, a
    number or the ends of a range). The gap may differ by a fifth of itself. With `at_most` a smaller gap bears it out,
    too: what takes "only 0.55 µs longer" may take less.
    """

    figure: SignedFigure
    at_most: Flag = False

    example = """\
says = "Opening the log anew adds about 30 microseconds to each line."
kind = "gap"
arms = ["php/reopen", "php/keep_open"]
figure = 30_000
"""

    @property
    def printed_unit(self) -> str:
        """Nanoseconds."""
        return "ns"

    @property
    def has_size(self) -> bool:
        """True if it says how large the gap is, unless any smaller one will do."""
        return not self.at_most

    def tolerated(self) -> str | None:
        """Return the gaps that count as the published one."""
        return compared.told(self._counted, self.printed_unit)

    @property
    def _counted(self) -> Band:
        low, high = self.band
        return -math.inf if self.at_most else low, high

    def of_two(self, level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Judge that all of the interval lies in the band, if both arms do as much."""
        unfit = untimed(level, other, arms) or level.moving(arms[:1]) or other.moving(arms[1:])
        if unfit is not None:
            return unfit
        arm, beside = arms
        gap_ns = level.gap_ns(arm, other, beside)
        if isinstance(gap_ns, Outcome):
            return gap_ns
        low, high = self._counted
        said = f"{gap_ns.center:,.0f} [{gap_ns.low:,.0f}, {gap_ns.high:,.0f}] ns for each of its {level.work_unit}"
        if low <= gap_ns.low and gap_ns.high <= high:
            return decided("confirmed", gap_ns, said=said)
        if low < gap_ns.high and gap_ns.low < high:
            return decided("open", gap_ns, f"the interval reaches over a bound of {self.tolerated()}", said)
        return self._beyond(gap_ns, level, self._ratio(level, other, arms), said)

    def _ratio(self, level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Interval | Outcome:
        """The first arm's time over the second's."""
        arm, beside = arms
        return level.ratio_over(arm, other, beside, "time") if self.over_at else level.ratio(arm, beside)

    def _beyond(self, gap_ns: Interval, level: ClaimFigures, ratio: Interval | Outcome, said: str) -> Outcome:
        """Judge a gap beyond the band: none at all within the margin, and opposite only beyond it (rule 19)."""
        if isinstance(ratio, Outcome):
            return ratio
        which_way = judge(ratio.low, ratio.high, level.margin)
        if which_way == "equivalent":
            return decided("equal here", gap_ns, said=said)
        verdict = compared.outside(self.band, gap_ns.low, gap_ns.high, 0.0)
        if verdict is None or (verdict == "opposite here" and which_way == "undecided"):
            return decided("open", gap_ns, compared.OPEN_WHICH_WAY, said)
        return decided(verdict, gap_ns, said=said)
