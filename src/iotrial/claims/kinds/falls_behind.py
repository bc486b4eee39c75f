"""Arms that do not keep up with what arrives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.outcome import Outcome
from iotrial.claims.served_in_time import all_serve

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class FallsBehind(LevelClaim):
    """Work arrives at a rate, and none of the arms does 99 % of it in time."""

    example = """\
says = "Opening the log anew for each line is too slow for a busy site."
kind = "falls_behind"
arms = ["php/reopen"]
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the share of work done in time."""
        return all_serve(level, arms, keep_up=False)
