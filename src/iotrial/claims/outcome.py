"""The outcome of a claim at one level: a verdict, and the figure that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The verdicts of a run on a claim. `quoted` is for a fault that the article's own words show.
Verdict = Literal["holds", "reversed", "no difference", "depends", "artefact", "undecided", "not run", "quoted"]

#: The verdicts that leave a claim open.
OPEN: tuple[Verdict, ...] = ("undecided", "not run", "quoted")


@dataclass(frozen=True)
class Outcome:
    """The verdict of one level, the figure that decides it, and the reason if it needs one."""

    verdict: Verdict
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    said: str | None = None  # the figure in words, if it is no ratio
    level: str = ""
    factors: Mapping[str, int | str] | None = None  # of the level; None if it is of several


def decided(verdict: Verdict, figure: Interval, reason: str | None = None, said: str | None = None) -> Outcome:
    """A verdict with the interval that it stands on."""
    return Outcome(verdict, figure.center, figure.low, figure.high, reason, said)
