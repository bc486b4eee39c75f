"""Arms in an order: each takes longer than the next."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims import compared
from iotrial.claims.claim import Pair
from iotrial.claims.measured_figures import TIMED
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, of_two

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class Slower(PairwiseClaim):
    """Each arm takes longer than the next."""

    of: Annotated[Line, one_of(*TIMED)] = "time"

    example = """\
says = "Opening the log anew is slower than locking it for each line."
kind = "slower"
arms = ["php/reopen", "php/flock_each"]
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return each arm with the next."""
        return list(itertools.pairwise(arms))

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first takes longer."""
        return of_two(level, (first, second), self.of, compared.larger)
