"""Arms that do not do the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.toml_types import Line
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.failed_arms import failures
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Fails(LevelClaim):
    """None of the arms does the work. If `because` has words of a reason, an arm that fails for
    another reason decides nothing; without `because`, any failure counts.
    """

    because: Line | None = None

    example = """\
says = "If others write to the log, it cannot be locked."
kind = "fails"
arms = ["php/flock_each"]
because = "lock"
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge that every arm failed."""
        found = failures(level, arms, self.because)
        if isinstance(found, Outcome):
            return found
        all_failed = len(found.reasons) == len(arms)
        return Outcome("confirmed" if all_failed else "holds nowhere tested", said=found.said, reason=found.told)
