"""Work that arrives at a rate of its own: the share done in time, and if that is to keep up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel
    from iotrial.judge.judged_group import ServedInTime


@dataclass(frozen=True, kw_only=True)
class ServedClaim(LevelClaim):
    """A claim that all of the arms keep up with work that arrives at a rate, or that none of them does."""

    #: All of them are to keep up; else none.
    keeps_up: ClassVar[bool]

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the share of work done in time."""
        unfit = level.unfit(arms)
        if unfit is not None:
            return unfit
        found: list[ServedInTime] = []
        for name in arms:
            row = level.arm(name)
            served = row.several.served if row is not None and row.several is not None else None
            if served is None:
                return Outcome("not run", reason=f"{name} has no figure of what arrives at a rate")
            found.append(served)
        least, most = (f"{pick(one.share for one in found):.1%}" for pick in (min, max))
        said = f"{least}{f' to {most}' if least != most else ''} done in time"
        wanted = [None if one.keeps_up is None else one.keeps_up is self.keeps_up for one in found]
        if False in wanted:
            return Outcome("holds nowhere tested", said=said)
        if None in wanted:
            place = wanted.index(None)
            if found[place].low is None:
                return Outcome("open", said=said, reason=f"too few rounds of {arms[place]} for an interval")
            return Outcome("open", said=said, reason=f"rounds of {arms[place]} differ in whether it keeps up")
        return Outcome("confirmed", said=said)
