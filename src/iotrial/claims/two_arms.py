"""Claims that compare one arm with another, each at a level of its own."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from iotrial.ask.catalog import Value
from iotrial.ask.level_factors import level_name, named_as
from iotrial.claims.by_level import FiguresClaim
from iotrial.claims.claim import Pair
from iotrial.claims.claim_table import ClaimTable, OneLevel
from iotrial.claims.outcome import Outcome
from iotrial.claims.pairwise import against_first

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_figures import ClaimFigures


@dataclass(frozen=True, kw_only=True)
class TwoArmClaim(FiguresClaim):
    """The first arm against the second; `over_at` has the factors that differ at the level of the second."""

    over_at: OneLevel = field(default_factory=dict)

    fewest_arms: ClassVar[int] = 2
    most_arms: ClassVar[int | None] = 2

    @abstractmethod
    def of_two(self, level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Return the outcome of the first arm at a level and the second at another, or at the same one."""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the two arms as one pair."""
        return against_first(arms)

    def at_level(self, level: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Return the outcome of a level together with that of the second arm."""
        unfit, other = level.unfit(arms), level
        if unfit is not None:
            return unfit
        if self.over_at:
            wanted = self.over(level.factors)
            place = level.elsewhere(wanted)
            if place is None:
                return Outcome("not run", reason=f"no level is {level_name(wanted)}")
            other = place
            if (unfit := other.unfit(arms[1:])) is not None:
                return dataclasses.replace(unfit, reason=f"{unfit.reason}, at {level_name(wanted)}")
        return self.of_two(level, other, arms)

    def over(self, factors: Mapping[str, Value]) -> dict[str, Value]:
        """The factors of the second arm's level, from those of the first one's."""
        return named_as(factors, {**factors, **self.over_at})

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain if the second arm's level is not in the study."""
        known = [level.factors for level in table.levels]
        if known and not any(self.over(level.factors) in known for level in levels):
            table.complain("names no level of the study", "over_at")


def untimed(level: ClaimFigures, other: ClaimFigures, arms: Sequence[str]) -> Outcome | None:
    """Return why the time of one of two arms may not be compared, each at its level; None if both may."""
    return level.untimed(arms[:1]) or other.untimed(arms[1:])
