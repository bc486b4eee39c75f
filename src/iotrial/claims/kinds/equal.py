"""Arms that come to the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims import compared
from iotrial.claims.claim import Pair
from iotrial.claims.claim_table import DEFAULT_WITHIN, Choice, ClaimTable, key
from iotrial.claims.measured_figures import COUNTED, TIMED, same_within
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import PairwiseClaim, said_of

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Equal(PairwiseClaim):
    """A figure of all arms is the same within a share; each time is compared with that of the first arm."""

    of: str = key(Choice((*TIMED[:2], *COUNTED)))
    within: float = key(ClaimTable.share, default=DEFAULT_WITHIN)

    example = """\
says = "How the log is opened makes no difference to memory."
kind = "equal"
arms = ["php/keep_open", "php/reopen"]
of = "memory"
within = "2%"
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the first arm with each of the others; none for counted figures."""
        return () if self.of in COUNTED else super().pairs(arms)

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge counted figures all together, and times pair by pair."""
        if self.of not in COUNTED:
            return super().at_level(level, arms)
        return same_within(level, arms, self.of, self.within, "holds", "not so here")

    def of_pair(self, level: EvaluatedLevel, first: str, second: str) -> Outcome:
        """Judge that the second takes as long as the first."""
        ratio = level.ratio(second, first, self.of)
        if isinstance(ratio, Outcome):
            return ratio
        unlike, reason = level.never_equal(first, second), said_of(self.of, second, first)
        return compared.equal(ratio, self.within, unlike, reason)

    def for_all(self, found: Sequence[Outcome]) -> Outcome:
        """Return the pair that is farthest apart."""
        return max(found, key=lambda one: abs((one.measured or 1.0) - 1.0))
