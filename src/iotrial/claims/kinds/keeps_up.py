"""Arms that keep up with what arrives."""

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
class KeepsUp(LevelClaim):
    """Work arrives at a rate, and all of the arms do 99 % of it in time."""

    example = """\
says = "A busy site's log is no problem."
kind = "keeps_up"
arms = ["php/keep_open"]
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the share of work done in time."""
        return all_serve(level, arms, keep_up=True)
