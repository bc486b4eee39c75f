"""The outcome of a claim at one level: a verdict, and the figure that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The headline of a claim (rule 19). Opposite is only what points the other way beyond the margin; a size that was
#: published may be larger or smaller here and point the same way. `not seen here` is for "can" and "never", of which
#: no event was seen among those counted. `in the text` is for a fault that one finds by reading.
Verdict = Literal[
    "confirmed",
    "same direction, larger",
    "same direction, smaller",
    "same direction",
    "equal here",
    "opposite here",
    "only at",
    "holds nowhere tested",
    "not seen here",
    "artefact",
    "open",
    "not run",
    "in the text",
]

#: The verdicts that bear a claim out, if not always in its size.
SAME_WAY: tuple[Verdict, ...] = (
    "confirmed",
    "same direction, larger",
    "same direction, smaller",
    "same direction",
)

#: The verdicts that speak against a claim.
AGAINST: tuple[Verdict, ...] = ("opposite here", "equal here", "holds nowhere tested")

#: The verdicts that leave a claim open.
OPEN: tuple[Verdict, ...] = ("open", "not run", "in the text")

#: Verdicts beside the level that they are of.
_AT_A_LEVEL: Mapping[Verdict, str] = {
    "confirmed": "as said",
    "same direction, larger": "larger",
    "same direction, smaller": "smaller",
    "same direction": "same direction (size open)",
    "holds nowhere tested": "not so",
    "equal here": "equal",
    "opposite here": "opposite",
    "not seen here": "not seen",
}


def in_a_list(verdict: Verdict) -> str:
    """A verdict beside the level that it is of: `larger` instead of `same direction, larger`."""
    return _AT_A_LEVEL.get(verdict, verdict)


def in_a_sentence(verdict: Verdict) -> str:
    """A verdict after `it is`: `so at some levels only` instead of `only at`."""
    return "so at some levels only" if verdict == "only at" else in_a_list(verdict)


def reasons(*parts: str | None) -> str | None:
    """Join the reasons that there are; None if there are none."""
    return "; ".join(part for part in parts if part) or None


@dataclass(frozen=True)
class Outcome:
    """The verdict of one level, the figure that decides it, and the reason if it needs one.

    A ratio is always the time (or other figure) of `arm` over that of `over`, so that above 1 means more of it.
    """

    verdict: Verdict
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    said: str | None = None  # the figure in words, if it is no ratio
    level: str = ""
    series: str = ""  # what it is of, if the claim has several outcomes at one level
    factors: Mapping[str, int | str] | None = None  # of the level; None if it is of several
    is_missing: bool = False  # an arm of the level failed, was skipped or did not do the job
    arm: str | None = None  # the arms that a ratio is of; None if the figure is no ratio of two arms
    over: str | None = None
    sessions: int = 1  # sessions that the verdict rests on
    apart: str | None = None  # sessions whose intervals do not overlap, in words; None if all do

    def overlaps(self, other: Outcome) -> bool:
        """True if both have an interval, and the two have a value in common."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return False
        return self.low <= other.high and other.low <= self.high


def decided(verdict: Verdict, figure: Interval, reason: str | None = None, said: str | None = None) -> Outcome:
    """A verdict with the interval that it stands on, of one session or the hull of several."""
    from iotrial.claims.session_hull import SessionHull  # takes NumPy, and a study is read without it

    found = Outcome(verdict, figure.center, figure.low, figure.high, reason, said)
    if isinstance(figure, SessionHull):
        found = replace(found, sessions=figure.sessions, apart=figure.apart)
    return found
