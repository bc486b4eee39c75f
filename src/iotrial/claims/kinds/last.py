"""One arm behind all others: it is slower than each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.claim import Pair
from iotrial.claims.claim_table import Choice, key
from iotrial.claims.measured_figures import TIMED
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, takes_longer

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Last(PairwiseClaim):
    """The first arm is slower than each of the others."""

    of: str = key(Choice(TIMED), default="time")

    example = """\
says = "Of all ways, opening the log anew for each line keeps the CPU busy longest."
kind = "last"
arms = ["php/reopen", "php/keep_open", "php/flock_each"]
of = "cpu time"
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return each of the others with the first arm, which is to be the slower one."""
        return [(other, arms[0]) for other in arms[1:]]

    def of_pair(self, level: EvaluatedLevel, first: str, second: str) -> Outcome:
        """Judge that the arm takes longer than the other."""
        return takes_longer(level, first, second, self.of)
