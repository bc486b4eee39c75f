"""The time that each unit of work takes longer, in a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.analysis.direct import apart
from iotrial.claims import compared
from iotrial.claims.claim import Band
from iotrial.claims.claim_table import ClaimTable, key
from iotrial.claims.evaluated_level import TOO_FEW_ROUNDS
from iotrial.claims.outcome import Outcome, decided
from iotrial.claims.two_arms import TwoArmClaim, untimed

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Gap(TwoArmClaim):
    """Each unit of the first arm's work takes longer than one of the second's, by a number of ns in a band."""

    band: Band = key(ClaimTable.signed_band)

    example = """\
says = "Opening the log anew adds 20 to 40 microseconds to each line."
kind = "gap"
arms = ["php/reopen", "php/keep_open"]
band = [20_000, 40_000]
"""

    def of_two(self, level: EvaluatedLevel, other: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge that all of the interval lies in the band, if both arms do as much."""
        unfit = untimed(level, other, arms)
        if unfit is not None:
            return unfit
        arm, beside = arms
        work, others_work = (one.work for one in (*level.arms([arm]), *other.arms([beside])))
        if not work or work != others_work:
            return Outcome("not run", reason=f"{arm} and {beside} do not do the same work")
        run, (low, high) = level.run, self.band
        gap_ns = apart(run.stored, level.number, arm, other.number, beside, work, alpha=run.alpha)
        if gap_ns is None:
            return TOO_FEW_ROUNDS
        said = f"{gap_ns.center:,.0f} [{gap_ns.low:,.0f}, {gap_ns.high:,.0f}] ns for each of its {run.work_unit}"
        if low <= gap_ns.low and gap_ns.high <= high:
            return decided("holds", gap_ns, said=said)
        if low < gap_ns.high and gap_ns.low < high:
            return decided("undecided", gap_ns, f"the interval reaches over the bounds of {low:g} to {high:g} ns", said)
        verdict = compared.outside(self.band, gap_ns.low, gap_ns.high, 0.0) or "not so here"
        return decided(verdict, gap_ns, compared.not_in(self.band, verdict, "ns"), said)
