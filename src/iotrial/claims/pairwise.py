"""Claims about pairs of arms at one level: an interval decides each pair, and all pairs must bear the claim out."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims import compared
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim import Pair
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class PairwiseClaim(LevelClaim):
    """A claim that each of its pairs of arms must bear out: by default the first arm with each of the others."""

    fewest_arms: ClassVar[int] = 2

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the first arm with each of the others."""
        return against_first(arms)

    @abstractmethod
    def of_pair(self, level: EvaluatedLevel, first: str, second: str) -> Outcome:
        """Return the level's outcome of one pair."""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Return the outcome of the pair that keeps it from holding; of the first pair if all hold.

        One of several pairs the other way round leaves the claim wrong, and is not its opposite.
        """
        unfit = level.unfit(arms) or level.untimed(arms)
        if unfit is not None:
            return unfit
        found = [self.of_pair(level, *pair) for pair in self.pairs(arms)]
        worst = compared.weakest(found)
        if worst is None:
            return self.for_all(found)
        return dataclasses.replace(worst, verdict="not so here") if _is_turned(worst, found) else worst

    def for_all(self, found: Sequence[Outcome]) -> Outcome:
        """Return the outcome that stands for all pairs, if each holds."""
        return found[0]


def _is_turned(worst: Outcome, found: Sequence[Outcome]) -> bool:
    return worst.verdict == "opposite here" and any(one.verdict != "opposite here" for one in found)


def against_first(arms: Sequence[str]) -> list[Pair]:
    """The first arm with each of the others."""
    return [(arms[0], other) for other in arms[1:]]


def takes_longer(level: EvaluatedLevel, first: str, second: str, of: str) -> Outcome:
    """Judge that the second of two arms takes longer than the first."""
    ratio = level.ratio(second, first, of)
    if isinstance(ratio, Outcome):
        return ratio
    return compared.larger(ratio, level.run.margin, level.never_equal(first, second), said_of(of, second, first))


def said_of(of: str, arm: str, over: str) -> str:
    """`x/a over x/b`, and the figure that the ratio is of, if that is not time."""
    return f"{'' if of == 'time' else f'{of} of '}{arm} over {over}"
