"""Arms that did not do the work, with the reasons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.toml_types import Line
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel
    from iotrial.judge.judged_arm import JudgedArm


@dataclass(frozen=True)
class FailedArms:
    """A number of arms, and those of them that failed, each with its reason."""

    count: int
    reasons: Mapping[str, str]

    @property
    def said(self) -> str:
        """`1 of 2 fail`."""
        return f"{len(self.reasons)} of {self.count} fail"

    @property
    def told(self) -> str | None:
        """The arms that failed, each with its reason; None if none did."""
        return "; ".join(f"{name}: {why or 'no reason is stored'}" for name, why in self.reasons.items()) or None


@dataclass(frozen=True, kw_only=True)
class FailureClaim(LevelClaim):
    """A claim about how many of the arms fail; with `because` only those count whose reason has these words."""

    because: Line | None = None

    @abstractmethod
    def holds(self, found: FailedArms) -> bool:
        """True if the claim holds of what failed."""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the arms that failed."""
        found = failures(level, arms, self.because)
        if isinstance(found, Outcome):
            return found
        return Outcome("confirmed" if self.holds(found) else "holds nowhere tested", said=found.said, reason=found.told)


def failures(level: EvaluatedLevel, arms: Sequence[str], because: str | None) -> FailedArms | Outcome:
    """Count the arms that failed; an outcome if one was not run, or failed for another reason than `because`."""
    rows = {name: row for name in arms if (row := level.arm(name)) is not None}
    absent = [name for name in arms if name not in rows or rows[name].status == "skipped"]
    if absent:
        return Outcome(
            "not run", reason=f"{', '.join(absent)} not in the run", is_missing=all(name in rows for name in absent)
        )
    found = FailedArms(len(arms), {name: _why(rows[name]) for name in arms if _failed(rows[name])})
    copy = level.row.placebo
    if copy is not None and copy.arm in rows and _failed(copy) is not (copy.arm in found.reasons):
        one, other = ("fails", "does not") if copy.arm in found.reasons else ("does not fail", "does")
        return Outcome("open", said=found.said, reason=f"{copy.arm} {one}, and its second copy {other}")
    if any(because and because.lower() not in why.lower() for why in found.reasons.values()):
        return Outcome("open", said=found.said, reason=f"not because of {because!r}: {found.told}")
    return found


def _failed(row: JudgedArm) -> bool:
    outcome = row.record.outcome
    return row.status in ("failed", "disqualified") or (outcome is not None and outcome.code == "died")


def _why(row: JudgedArm) -> str:
    return (row.record.outcome.text if row.record.outcome else "") or row.reason or ""
