"""One figure over another, in a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.analysis.direct import across_levels
from iotrial.claims import compared
from iotrial.claims.claim import Band, Pair
from iotrial.claims.claim_table import Choice, ClaimTable, key
from iotrial.claims.evaluated_level import TOO_FEW_ROUNDS
from iotrial.claims.measured_figures import (
    COUNTED,
    OF_ONE_WINDOW,
    TIMED,
    counted_figures,
    of_one_window,
    over,
    said_figures,
)
from iotrial.claims.outcome import Outcome
from iotrial.claims.two_arms import TwoArmClaim, untimed

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Ratio(TwoArmClaim):
    """A figure of the first arm, divided by the second arm's, lies in a band; `over_at` takes the second at another
    level.
    """

    band: Band = key(ClaimTable.band)
    of: str = key(Choice((*TIMED, *COUNTED)), default="time")

    example = """\
says = "Reopening the log for each line is about 450 times slower."
kind = "ratio"
arms = ["php/reopen", "php/keep_open"]
band = [300, 600]
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the two arms as one pair; none for counted figures."""
        return () if self.of in COUNTED else super().pairs(arms)

    def of_two(self, level: EvaluatedLevel, other: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge that the ratio, or all of its interval, lies in the band."""
        arm, beside = arms
        if self.of in COUNTED:
            return self._counted(level, other, arms)
        unfit = untimed(level, other, arms)
        if unfit is not None:
            return unfit
        run = level.run
        if self.over_at:
            ratio = across_levels(run.stored, level.number, arm, other.number, beside, alpha=run.alpha, of=self.of)
            return compared.banded(self.band, ratio, run.margin, None) if ratio is not None else TOO_FEW_ROUNDS
        found = level.ratio(arm, beside, self.of)
        if isinstance(found, Outcome):
            return found
        return compared.banded(self.band, found, run.margin, level.never_equal(arm, beside))

    def _counted(self, level: EvaluatedLevel, other: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        figures = counted_figures([*level.arms(arms[:1]), *other.arms(arms[1:])], self.of)
        if isinstance(figures, Outcome):
            return figures
        low, high = self.band
        ratio = over(*figures)
        said = said_figures(figures, " over ", self.of)
        if self.of in OF_ONE_WINDOW:
            return of_one_window(ratio, said, self.of)
        if low <= ratio <= high:
            return Outcome("holds", measured=ratio, said=said)
        verdict = compared.outside(self.band, ratio, ratio) or "equal here"
        return Outcome(verdict, measured=ratio, said=said, reason=compared.not_in(self.band, verdict, "times"))
