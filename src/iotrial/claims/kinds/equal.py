"""Arms that come to the same."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims import compared
from iotrial.claims.claim import Pair
from iotrial.claims.claim_table import Share
from iotrial.claims.measured_figures import COUNTED, TIMED, same_within
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, of_two
from iotrial.claims.tolerance import EQUAL

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class Equal(PairwiseClaim):
    """A figure of all arms is the same, every two of them: within 5 %, or as far apart as the published figures are.

    Memory is what the work added to that of the process.
    """

    of: Annotated[Line, one_of(*TIMED[:2], *COUNTED)]
    within: Share | None = None

    example = """\
says = "How the log is opened makes no difference to memory."
kind = "equal"
arms = ["php/keep_open", "php/reopen"]
of = "memory"
within = "2%"
"""

    @property
    def tolerance(self) -> float:
        """The share that figures may differ by."""
        return self.within if self.within is not None else max(EQUAL, self.spread or 0.0)

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return every two of the arms; none for counted figures."""
        return () if self.of in COUNTED else list(itertools.combinations(arms, 2))

    def at_level(self, level: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Judge counted figures all together, and times pair by pair."""
        if self.of not in COUNTED:
            return super().at_level(level, arms)
        return same_within(level, arms, self.of, self.tolerance, "confirmed", "holds nowhere tested")

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first takes as long as the second."""
        return of_two(level, (first, second), self.of, compared.equal, self.tolerance)

    def for_all(self, level: ClaimFigures, found: Sequence[Outcome]) -> Outcome:
        """Return the pair that is farthest apart."""
        return max(found, key=lambda one: max(one.measured, 1 / one.measured) if one.measured else 1.0)

    def tolerated(self) -> str | None:
        """Return what counts as the same."""
        return f"{100 * self.tolerance:.3g} % apart" if self.tolerance else "none: exactly as much"
