"""Claims that each level decides by itself."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures, RunFigures
    from iotrial.claims.evaluator import ClaimEvaluator, EvaluatedLevel

    L = TypeVar("L", bound=ClaimFigures)


@dataclass(frozen=True, kw_only=True)
class LevelClaim(Claim):
    """A claim that holds or does not hold at each of the levels that it speaks of."""

    @abstractmethod
    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Return the outcome of one level of a run."""

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return the outcome of each level that it speaks of."""
        return _of_each(run.levels(self, as_published=as_published), lambda level: self.at_level(level, arms))


@dataclass(frozen=True, kw_only=True)
class FiguresClaim(LevelClaim):
    """Such a claim that takes no more of a level than an article prints too, so its figures can be put to it."""

    @abstractmethod
    def at_level(self, level: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Return the outcome of one level, of a run or of an article."""

    def of_article(self, run: RunFigures, arms: Sequence[str]) -> list[Outcome]:
        """Return the outcome of each level that the article has figures of."""
        return _of_each(run.levels(self), lambda level: self.at_level(level, arms))


def _of_each(levels: Iterable[L], outcome: Callable[[L], Outcome]) -> list[Outcome]:
    """Return the outcomes of levels, each with its level."""
    return [dataclasses.replace(outcome(level), level=level.name, factors=level.factors) for level in levels]
