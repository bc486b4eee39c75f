"""Arms that do the work."""

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
class Survives(LevelClaim):
    """All of the arms do the work. If `because` has words of a reason, failing for another reason decides nothing."""

    because: Line | None = None

    example = """\
says = "A log of a thousand lines can be written in any way."
kind = "survives"
arms = ["php/keep_open", "php/reopen", "php/flock_each"]
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge that no arm failed."""
        found = failures(level, arms, self.because)
        if isinstance(found, Outcome):
            return found
        return Outcome("holds nowhere tested" if found.reasons else "confirmed", said=found.said, reason=found.told)
