"""Several sessions of one question: the hull of their intervals, and the spread between them (rule 15)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.stats.interval import Interval


@dataclass(frozen=True)
class Sessions:
    """The intervals of one ratio in two sessions or more.

    hull: from the lowest bound to the highest, around the middle of the sessions' own centers; it gives the verdict.
    overlap: every two of the intervals have a value in common. If not, something moved between sessions that no
    session's interval knows of. spread: the largest center over the smallest, 1 if all are the same.
    """

    hull: Interval
    overlap: bool
    spread: float


def sessions(intervals: Sequence[Interval]) -> Sessions | None:
    """Put intervals of ratios together, one of each session; None with fewer than two, which settle nothing.

    The middle center is taken in logs. Raises ValueError for bounds that are not above 0, finite and in order.
    Source: rule 15.
    """
    for one in intervals:
        if not 0 < one.low <= one.center <= one.high < math.inf:
            raise ValueError(f"no interval of a ratio: {one}")
    if len(intervals) < 2:
        return None
    lowest, highest = min(one.low for one in intervals), max(one.high for one in intervals)
    centers = sorted(one.center for one in intervals)
    half = len(centers) // 2
    middle = centers[half] if len(centers) % 2 else math.sqrt(centers[half - 1] * centers[half])
    # Intervals have a value in common, all of them, if every two of them have (Helly).
    overlap = max(one.low for one in intervals) <= min(one.high for one in intervals)
    return Sessions(Interval(middle, lowest, highest), overlap, centers[-1] / centers[0])
