"""Arms in an order: each is faster than the next."""

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
class Order(PairwiseClaim):
    """Each arm is faster than the next."""

    of: Annotated[Line, one_of(*TIMED)] = "time"

    example = """\
says = "Keeping the log open is faster than locking it, and that is faster than opening it anew."
kind = "order"
arms = ["php/keep_open", "php/flock_each", "php/reopen"]
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return each arm with the next."""
        return list(itertools.pairwise(arms))

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first is faster."""
        return of_two(level, (first, second), self.of, compared.smaller)
