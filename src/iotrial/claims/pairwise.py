"""Claims about pairs of arms at one level: an interval decides each pair, and all pairs must bear the claim out."""

from __future__ import annotations

import dataclasses
import itertools
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims import compared
from iotrial.claims.by_level import FiguresClaim
from iotrial.claims.claim import Pair
from iotrial.claims.measured_figures import TIMED
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures
    from iotrial.stats.interval import Interval

#: A judgement of a ratio by a margin, and by why the two arms may not be called equal.
Judgement = Callable[["Interval", float, str | None], Outcome]


@dataclass(frozen=True, kw_only=True)
class PairwiseClaim(FiguresClaim):
    """A claim that each of its pairs of arms must bear out: by default the first arm with each of the others."""

    fewest_arms: ClassVar[int] = 2

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the first arm with each of the others."""
        return against_first(arms)

    @abstractmethod
    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Return the level's outcome of one pair."""

    def at_level(self, level: ClaimFigures, arms: Sequence[str]) -> Outcome:
        """Return the outcome of the pair that keeps it from holding; of the first pair if all hold.

        One of several pairs the other way round, or equal, leaves the claim wrong, and is not its opposite.
        """
        unfit = level.unfit(arms) or level.untimed(arms)
        if unfit is not None:
            return unfit
        found = [self.of_pair(level, *pair) for pair in self.pairs(arms)]
        worst = compared.weakest(found)
        if worst is None:
            return self.for_all(level, found)
        return dataclasses.replace(worst, verdict="holds nowhere tested") if _is_turned(worst, found) else worst

    def for_all(self, level: ClaimFigures, found: Sequence[Outcome]) -> Outcome:
        """Return the outcome that stands for all pairs, if each holds."""
        return found[0]


@dataclass(frozen=True, kw_only=True)
class OrderClaim(PairwiseClaim):
    """A claim that each arm has a smaller figure than the next, or a larger one."""

    of: Annotated[Line, one_of(*TIMED)] = "time"

    #: Each arm is to have the larger figure; else the smaller one.
    falls: ClassVar[bool]

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return each arm with the next."""
        return list(itertools.pairwise(arms))

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first comes before the second."""
        return of_two(level, (first, second), self.of, compared.larger if self.falls else compared.smaller)


@dataclass(frozen=True, kw_only=True)
class ExtremeClaim(PairwiseClaim):
    """A claim that none of the others comes before the first arm, or after it. A tie does not lose it (rule 20)."""

    of: Annotated[Line, one_of(*TIMED)] = "time"

    looks_for_some_pair: ClassVar[bool] = True

    #: The first arm is to have the larger figure; else the smaller one.
    has_most: ClassVar[bool]

    def of_pair(self, level: ClaimFigures, first: str, second: str) -> Outcome:
        """Judge that the first arm does not lose against the other."""
        return of_two(level, (first, second), self.of, compared.not_smaller if self.has_most else compared.not_larger)

    def for_all(self, level: ClaimFigures, found: Sequence[Outcome]) -> Outcome:
        """Return the outcome of the pair that comes nearest; all are equal if the first arm ties with each.

        If it is not shown to come before any of them, and may come before one, that is open.
        """
        ratios = [one.measured or 1.0 for one in found]
        nearest = found[ratios.index(min(ratios) if self.has_most else max(ratios))]
        least, most = 1 / (1 + level.margin), 1 + level.margin
        if any(_comes_before(one, least, most, has_most=self.has_most) for one in found):
            return nearest
        if all(_ties(one, least, most) for one in found):
            return dataclasses.replace(nearest, verdict="equal here")
        return dataclasses.replace(nearest, verdict="open", reason="it may tie with all of them")


def _comes_before(one: Outcome, least: float, most: float, *, has_most: bool) -> bool:
    """True if the first arm of a pair is shown to come before the other."""
    if one.low is None or one.high is None:
        return False
    return one.low > most if has_most else one.high < least


def _ties(one: Outcome, least: float, most: float) -> bool:
    """True if the two arms of a pair are shown to be equal."""
    return one.low is not None and one.high is not None and least <= one.low and one.high <= most


def _is_turned(worst: Outcome, found: Sequence[Outcome]) -> bool:
    return worst.verdict in ("opposite here", "equal here") and any(one.verdict != worst.verdict for one in found)


def against_first(arms: Sequence[str]) -> list[Pair]:
    """The first arm with each of the others."""
    return [(arms[0], other) for other in arms[1:]]


def of_two(level: ClaimFigures, pair: Pair, of: str, judge: Judgement, margin: float | None = None) -> Outcome:
    """Judge the first arm of a pair over the second, by the run's margin or by another one."""
    ratio = level.ratio(*pair, of)
    if isinstance(ratio, Outcome):
        return ratio
    found = judge(ratio, level.margin if margin is None else margin, level.never_equal(*pair))
    if found.verdict == "open" and found.reason is None and (moving := level.moving(pair)) is not None:
        found = dataclasses.replace(found, reason=moving.reason)
    return dataclasses.replace(found, arm=pair[0], over=pair[1])
