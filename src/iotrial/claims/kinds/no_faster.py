"""One arm that is faster than none of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims import compared
from iotrial.claims.claim_table import Share
from iotrial.claims.measured_figures import TIMED
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, of_two

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class NoFaster(PairwiseClaim):
    """The first arm is not faster than any of the others: slower, or equal within the margin, or within the share
    `within`.
    """

    of: Annotated[Line, one_of(*TIMED)] = "time"
    within: Share | None = None

    example = """\
says = "A lock does not make it any faster."
kind = "no_faster"
arms = ["php/flock_each", "php/keep_open"]
"""

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the arm takes as long as the other, or longer."""
        return of_two(level, (first, second), self.of, compared.not_smaller, self.within)

    def tolerated(self) -> str | None:
        """Return by how much it may be faster."""
        return f"no more than {100 * self.within:.3g} % faster" if self.within is not None else None
