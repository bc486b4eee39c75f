"""Guarantees that arms give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim_table import Guarantees
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Gives(LevelClaim):
    """All of the arms give these guarantees: those that each declares and that were put to the test."""

    gives: Guarantees

    example = """\
says = "Other processes may write at the same time."
kind = "gives"
arms = ["php/keep_open", "php/reopen"]
gives = { lock = "none" }
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by what each arm declares; the level's times may be invalid."""
        missing = level.missing(arms)
        if missing is not None:
            return Outcome("not run", reason=missing, is_missing=all(map(level.arm, arms)))
        told, wrong = [], []
        for row in level.arms(arms):
            own = {name: row.record.guarantees.get(name) for name in self.gives}
            if None in own.values():
                return Outcome("not run", reason=f"{row.arm} does not declare {' and '.join(self.gives)}")
            told.append(", ".join(f"{name} {value}" for name, value in own.items()))
            if own != dict(self.gives):
                wrong.append(f"{row.arm}: {told[-1]}")
        said, reason = "; ".join(dict.fromkeys(told)), "; ".join(wrong) or None
        return Outcome("holds nowhere tested" if wrong else "confirmed", said=said, reason=reason)
