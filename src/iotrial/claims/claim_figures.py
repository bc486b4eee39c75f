"""Figures that a kind of claim is judged by, of a level and of all levels: a run's, or those that an article prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self

from iotrial.ask.catalog import Value

if TYPE_CHECKING:
    from iotrial.claims.outcome import Outcome
    from iotrial.judge.statements_across import SizeCost
    from iotrial.stats.interval import Interval


#: A ratio, a rate, a gap or a size that was published, as its lowest and highest value.
Band = tuple[float, float]


class ClaimFigures(Protocol):
    """One level, with the ratios of its arms, and the reasons for having none."""

    @property
    def factors(self) -> Mapping[str, Value]:
        """The level's factors."""

    @property
    def name(self) -> str:
        """The level by the factors that tell it from the others."""

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""

    def unfit(self, names: Sequence[str]) -> Outcome | None:
        """Return why the level says nothing of arms; None if it does."""

    def untimed(self, names: Sequence[str]) -> Outcome | None:
        """Return why an arm's time may not be compared with another's; None if all may."""

    def moving(self, names: Sequence[str]) -> Outcome | None:
        """Return that an arm still moves by more than the margin; None if none does."""

    def never_equal(self, first: str, second: str) -> str | None:
        """Return why the times of two arms may not be called equal, however near they are; None if they may."""

    def ratio(self, arm: str, over: str, of: str = "time") -> Interval | Outcome:
        """The ratio of two arms with its interval; an outcome if there is none."""

    def ratio_over(self, arm: str, other: Self, over: str, of: str) -> Interval | Outcome:
        """The ratio of an arm to an arm at another level; otherwise as `ratio`."""

    def gap_ns(self, arm: str, other: Self, over: str) -> Interval | Outcome:
        """The time of a unit of an arm's work less that of one of an arm at another level, in ns."""

    @property
    def work_unit(self) -> str:
        """The unit that the job's work is counted in."""

    def counted(self, arms: Sequence[str], of: str) -> list[float] | Outcome:
        """A counted figure of each arm; an outcome if one is not known."""

    def elsewhere(self, factors: Mapping[str, Value]) -> Self | None:
        """The level of these factors; None if there is none."""


class SpeaksOfLevels(Protocol):
    """A claim, as far as its levels and its arms go."""

    @property
    def arms(self) -> Sequence[str]:
        """The arms that it names."""

    @property
    def at(self) -> Mapping[str, Value | tuple[Value, ...]]:
        """The levels that it names, as factors with one value or several; all if it is empty."""

    def is_at(self, factors: Mapping[str, Value]) -> bool:
        """True if it speaks of this level."""


class RunFigures(Protocol):
    """All levels."""

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""

    def levels(self, claim: SpeaksOfLevels, *, as_published: bool = False) -> Iterator[ClaimFigures]:
        """The levels that a claim speaks of."""

    def costs(self, claim: SpeaksOfLevels, arms: Sequence[str]) -> list[SizeCost]:
        """The costs of arms over sizes, as far as the claim speaks of them, arm by arm."""

    def name(self, factors: Mapping[str, Value]) -> str:
        """A level by the factors that tell it from the others."""
