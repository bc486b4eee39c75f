"""One arm before all others: it is faster than each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.claim_table import Choice, key
from iotrial.claims.measured_figures import TIMED
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, takes_longer

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class First(PairwiseClaim):
    """The first arm is faster than each of the others."""

    of: str = key(Choice(TIMED), default="time")

    example = """\
says = "Nothing is as fast as keeping the log open."
kind = "first"
arms = ["php/keep_open", "php/reopen", "php/flock_each"]
"""

    def of_pair(self, level: EvaluatedLevel, first: str, second: str) -> Outcome:
        """Judge that the other takes longer."""
        return takes_longer(level, first, second, self.of)
