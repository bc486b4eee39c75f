"""No record that comes to harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.harm import HARMS, count_harm
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class NoHarm(LevelClaim):
    """No record comes to this harm (`harmed`: to any). If none of those written did, the verdict is `not seen here`."""

    of: Annotated[Line, one_of(*HARMS)]

    narrows_with_rounds: ClassVar[bool] = False

    example = """\
says = "With a lock, no line is torn."
kind = "none"
arms = ["php/flock_each"]
of = "torn"
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the count of all records."""
        found = count_harm(level, arms, self.of)
        if isinstance(found, Outcome):
            return found
        if found.harmed:
            return Outcome("holds nowhere tested", said=found.said)
        return Outcome("not seen here", 0.0, 0.0, found.most, found.none_seen, found.said)
