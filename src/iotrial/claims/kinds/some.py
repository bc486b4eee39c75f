"""At least one record that comes to harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim_table import Choice, key
from iotrial.claims.harm import HARMS, count_harm
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class SomeHarm(LevelClaim):
    """At least one record comes to this harm; if none did, that is no proof that none can."""

    of: str = key(Choice(HARMS))

    example = """\
says = "Without a lock, lines get mixed up."
kind = "some"
arms = ["php/keep_open"]
of = "interleaved"
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the count of all records."""
        found = count_harm(level, arms, self.of)
        if isinstance(found, Outcome):
            return found
        if not found.harmed:
            return Outcome("undecided", said=found.said, reason=f"none of {found.handed:,} was {self.of} this time")
        return Outcome("holds", said=found.said)
