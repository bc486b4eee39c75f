"""The intervals of several sessions as one: their hull (rule 21). Pure."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.stats.interval import Interval


@dataclass(frozen=True)
class SessionHull(Interval):
    """The hull of the sessions' intervals, around the median of their centers.

    sessions: how many. apart: two of them that do not overlap, in words; None if every two do.
    """

    sessions: int
    apart: str | None


def hull(intervals: Sequence[Interval]) -> SessionHull:
    """Return the hull of one interval or more, oldest first. Source: rule 21."""
    pair = next(
        (
            (one, other)
            for one, other in itertools.combinations(intervals, 2)
            if one.high < other.low or other.high < one.low
        ),
        None,
    )
    return SessionHull(
        statistics.median(one.center for one in intervals),
        min(one.low for one in intervals),
        max(one.high for one in intervals),
        len(intervals),
        None if pair is None else " and ".join(f"{one.center:.4g} [{one.low:.4g}, {one.high:.4g}]" for one in pair),
    )
