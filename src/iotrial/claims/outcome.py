"""The outcome of a claim at one level: a verdict, and the figure that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The verdicts of a run on a claim. Opposite is only what points the other way; a size that was published may be larger
#: or smaller here and point the same way. `quoted` is for a fault that the article's own words show.
Verdict = Literal[
    "holds",
    "larger here",
    "smaller here",
    "equal here",
    "opposite here",
    "not so here",
    "depends",
    "artefact",
    "undecided",
    "not run",
    "quoted",
]

#: The verdicts that bear a claim out, if not always in its size.
SAME_WAY: tuple[Verdict, ...] = ("holds", "larger here", "smaller here")

#: The verdicts that leave a claim open.
OPEN: tuple[Verdict, ...] = ("undecided", "not run", "quoted")


def in_a_list(verdict: Verdict) -> str:
    """A verdict beside the level that it is of: `larger` instead of `larger here`."""
    return verdict.removesuffix(" here")


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
    is_missing: bool = False  # an arm of the level failed, was skipped or did not do the job


def decided(verdict: Verdict, figure: Interval, reason: str | None = None, said: str | None = None) -> Outcome:
    """A verdict with the interval that it stands on."""
    return Outcome(verdict, figure.center, figure.low, figure.high, reason, said)
