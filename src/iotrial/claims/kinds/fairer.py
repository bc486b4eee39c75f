"""Several writers that share a file more evenly than others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims import compared
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, of_two

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class Fairer(PairwiseClaim):
    """Of several writers, those of the first arm share the file more evenly than those of the second (Jain's index)."""

    most_arms: ClassVar[int | None] = 2

    example = """\
says = "Without a lock, no writer is left behind."
kind = "fairer"
arms = ["php/keep_open", "php/flock_each"]
"""

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first arm's index is larger."""
        return of_two(level, (first, second), "fairness", compared.larger)
