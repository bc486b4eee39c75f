"""One figure over another, as large as it was published."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims import compared
from iotrial.claims.claim import Pair
from iotrial.claims.claim_figures import Band
from iotrial.claims.claim_table import ClaimTable, Figure, Number, Share
from iotrial.claims.measured_figures import (
    COUNTED,
    OF_ONE_WINDOW,
    TIMED,
    are_same,
    of_one_window,
    over,
    said_figures,
)
from iotrial.claims.outcome import Outcome
from iotrial.claims.tolerance import EFFECT, EQUAL, NO_BOUND, around_ratio
from iotrial.claims.two_arms import TwoArmClaim, untimed

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class Ratio(TwoArmClaim):
    """A figure of the first arm, divided by the second arm's, is as large as published (`figure`, a number or the ends
    of a range, of which one may be 1), or so large at `least`, or at `most`; `over_at` takes the second arm at another
    level.

    The effect, which is what the ratio differs from 1 by, may differ by a fifth of itself.
    """

    figure: Figure | None = None
    least: Number | None = None
    most: Number | None = None
    within: Share = EFFECT
    of: Annotated[Line, one_of(*TIMED, *COUNTED)] = "time"

    example = """\
says = "Reopening the log for each line is about 450 times slower."
kind = "ratio"
arms = ["php/reopen", "php/keep_open"]
figure = 451
"""

    @property
    def band(self) -> Band:
        """The ratios that count as the published one."""
        if self.figure is not None:
            return around_ratio(self.figure, self.within)
        return (1 / NO_BOUND if self.least is None else self.least, NO_BOUND if self.most is None else self.most)

    @property
    def printed(self) -> str | None:
        """Return the published figure."""
        if self.figure is None:
            return compared.told(self.band) if (self.least, self.most) != (None, None) else None
        low, high = self.figure
        return f"{low:g} times" if low == high else f"{low:g} to {high:g} times"

    @property
    def has_size(self) -> bool:
        """True if it says how large the ratio is."""
        return self.figure is not None

    def tolerated(self) -> str | None:
        """Return the ratios that count as the published one."""
        return compared.told(self.band)

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the two arms as one pair; none for counted figures."""
        return () if self.of in COUNTED else super().pairs(arms)

    def of_two(self, level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Judge that the ratio, or all of its interval, lies in the band."""
        arm, beside = arms
        if self.of in COUNTED:
            return self._counted(level, other, arms)
        unfit = untimed(level, other, arms)
        if unfit is not None:
            return unfit
        found = level.ratio_over(arm, other, beside, self.of) if self.over_at else level.ratio(arm, beside, self.of)
        if isinstance(found, Outcome):
            return found
        unlike = None if self.over_at else level.never_equal(arm, beside)
        return dataclasses.replace(compared.banded(self.band, found, level.margin, unlike), arm=arm, over=beside)

    def _counted(self, level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Outcome:
        found, beside = level.counted(arms[:1], self.of), other.counted(arms[1:], self.of)
        if isinstance(found, Outcome):
            return found
        if isinstance(beside, Outcome):
            return beside
        low, high = self.band
        ratio = over(found[0], beside[0])
        said = said_figures([*found, *beside], " against ", self.of)
        if self.of in OF_ONE_WINDOW:
            return of_one_window(ratio, said, self.of)
        shown = ratio if math.isfinite(ratio) else None  # something over nothing is told in words
        if are_same([*found, *beside], self.of, 0.0):
            return Outcome("confirmed" if low <= 1 <= high else "equal here", measured=shown, said=said)
        if low <= ratio <= high:
            return Outcome("confirmed", measured=shown, said=said)
        if are_same([*found, *beside], self.of, EQUAL):
            return Outcome("equal here", measured=shown, said=said)
        return Outcome(compared.outside(self.band, ratio, ratio) or "equal here", measured=shown, said=said)

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain unless it has one of the three, and a figure that is an effect."""
        super().check(table, levels)
        given = [one for one in ("figure", "least", "most") if getattr(self, one) is not None]
        if len(given) != 1:
            hint = "write the published ratio: figure = 1.48, or least = 1.1 for 'at least 10 %'"
            table.complain("of the kind 'ratio' needs one of 'figure', 'least' and 'most'", hint=hint)
        elif self.figure is not None and _is_no_effect(self.figure):
            table.complain("is no effect: of what is the same, the kind is 'equal'", "figure")


def _is_no_effect(figure: Band) -> bool:
    """True if a ratio, or a range, says that two are the same; `0 to 15 % faster` is a range that begins at 1."""
    low, high = figure
    return low < 1 < high or low == high == 1
