"""The numbers of system calls that an iteration makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim_table import CallCounts
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class SystemCalls(LevelClaim):
    """One iteration makes these system calls, each this many times; an arm that does its job wrongly makes them too."""

    calls: CallCounts

    example = """\
says = "Each of the thousand lines is written at once."
kind = "calls"
arms = ["php/keep_open"]
calls = { write = 1000, fsync = 0 }
at = { records = 1000 }
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge that each arm makes exactly this number of each call."""
        told, wrong = [], False
        for arm in arms:
            row = level.arm(arm)
            if row is None or row.status not in ("measured", "disqualified"):  # a part of the work makes a part of them
                return Outcome("not run", reason=level.missing([arm]), is_missing=row is not None)
            evidence = level.evidence(arm)
            if not evidence.is_traced:
                return Outcome(
                    "not run", reason=f"system calls of {arm} were not traced: {evidence.reason or 'unknown'}"
                )
            # The read that finds the end moves no byte, and no article counts it.
            counted = {
                name: made.count - made.empty_count if (made := evidence.calls.get(name)) else 0 for name in self.calls
            }
            wrong = wrong or counted != dict(self.calls)
            told.append(", ".join(f"{count:,.0f} {name}" for name, count in counted.items()))
        return Outcome("holds nowhere tested" if wrong else "confirmed", said="; ".join(dict.fromkeys(told)))
