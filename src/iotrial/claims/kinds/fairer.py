"""Several writers that share a file more evenly than others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims import compared
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, said_of

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Fairer(PairwiseClaim):
    """Of several writers, those of the first arm share the file more evenly than those of the second (Jain's index)."""

    most_arms: ClassVar[int | None] = 2

    example = """\
says = "Without a lock, no writer is left behind."
kind = "fairer"
arms = ["php/keep_open", "php/flock_each"]
"""

    def of_pair(self, level: EvaluatedLevel, first: str, second: str) -> Outcome:
        """Judge that the first arm's index is larger."""
        ratio = level.ratio(first, second, "fairness")
        if isinstance(ratio, Outcome):
            return ratio
        unlike, reason = level.never_equal(first, second), said_of("fairness", first, second)
        return compared.larger(ratio, level.run.margin, unlike, reason)
