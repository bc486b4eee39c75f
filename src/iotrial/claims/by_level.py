"""Claims that each level decides by itself."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import ClaimEvaluator
    from iotrial.claims.level_figures import RunFigures


@dataclass(frozen=True, kw_only=True)
class LevelClaim(Claim):
    """A claim that holds or does not hold at each of the levels that it speaks of."""

    @abstractmethod
    def at_level(self, level: Any, arms: Sequence[str]) -> Outcome:
        """Return the outcome of one level: an EvaluatedLevel, or LevelFigures for kinds that take no more."""

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return the outcome of each level that it speaks of."""
        return at_each(self, run, arms, as_published=as_published)


def at_each(claim: LevelClaim, run: RunFigures, arms: Sequence[str], *, as_published: bool = False) -> list[Outcome]:
    """Return the outcome of each level that a claim speaks of."""
    return [
        dataclasses.replace(claim.at_level(level, arms), level=level.name, factors=level.factors)
        for level in run.levels(claim, as_published=as_published)
    ]
