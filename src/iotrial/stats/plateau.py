"""The end of an arm's warm-up: the block from which its own times stay on one level (rule 1).

Blocks are cut into stretches of equal level at change points; the warm-up ends where the last level begins. Source:
Barrett and others, Virtual machine warmup blows hot and cold, 2017; the cut with the least cost is that of Jackson and
others, An algorithm for optimal partitioning of data on an interval, 2005, with the penalty of Killick and others,
Optimal detection of changepoints with a linear computational cost, 2012.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from iotrial.stats.interval import Floats

#: Of fewer blocks nothing can be said: noise and trend look alike.
FEWEST_BLOCKS = 8

#: The last level must hold for this share of the blocks, and for this many.
LAST_SHARE = 0.25
LAST_BLOCKS = 4

#: A change point must lower the squared error by this many times log(blocks), in units of the noise's variance, and by
#: this many times log(series) more if several series are looked at for one answer. Four to fourteen arms without a
#: trend then show one in 1 to 8 % of pilots; with neither that nor the noise of the other arms, in 9 to 75 %.
PENALTY, PENALTY_OF_SERIES = 4.0, 2.0

#: A single slow block is no level of its own: times are cut at this many deviations from the median around them.
MOST_DEVIATIONS = 3.0

#: The median over neighbours of the absolute differences of normal noise, in its standard deviations.
_NORMAL = 0.6745 * math.sqrt(2)


def warmup_blocks(
    time_ns: Sequence[float] | Floats, margin: float, *, usual_noise: float = 0.0, series: int = 1
) -> int | None:
    """Return the number of blocks before the last level of an arm's times; None if no last level is found.

    time_ns: the arm's times block by block, FEWEST_BLOCKS or more, else ValueError. Levels that differ from the last
    by no more than `margin` belong to it. A last level that holds for less than LAST_SHARE of the blocks is none.
    usual_noise: `noise` of a usual arm beside it; over few blocks an arm's own comes out too small by chance.
    series: those that are looked at for one answer, this one included.
    """
    if len(time_ns) < FEWEST_BLOCKS:
        raise ValueError(f"{len(time_ns)} blocks are too few to look for a plateau: {FEWEST_BLOCKS} at least")
    spread = max(usual_noise, noise(time_ns))
    logs = _cut(np.log(np.asarray(time_ns, dtype=float)), spread)
    starts = change_points(logs, spread, series)
    bounds = [*starts, len(logs)]
    means = [float(np.median(logs[begin:end])) for begin, end in zip(starts, bounds[1:], strict=True)]
    first = len(starts) - 1
    while first > 0 and abs(means[first - 1] - means[-1]) <= math.log1p(margin):
        first -= 1
    lasts = len(logs) - starts[first]
    return starts[first] if lasts >= max(LAST_BLOCKS, math.ceil(LAST_SHARE * len(logs))) else None


def noise(time_ns: Sequence[float] | Floats) -> float:
    """Return the standard deviation of the times' logs about their level, by the differences of neighbours.

    Two blocks or more; a trend and single outliers hardly change it.
    """
    return float(np.median(np.abs(np.diff(np.log(np.asarray(time_ns, dtype=float)))))) / _NORMAL


def change_points(values: Floats, spread: float, series: int = 1) -> list[int]:
    """Return where each stretch of one level begins, 0 first: the cut whose squared error and penalty are least.

    spread: the noise's standard deviation. series: as in `warmup_blocks`.
    """
    n = len(values)
    penalty = (PENALTY * math.log(n) + PENALTY_OF_SERIES * math.log(series)) * max(spread**2, 1e-12)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    squares = np.concatenate([[0.0], np.cumsum(values**2)])
    best = np.zeros(n + 1)
    best[0] = -penalty
    before = np.zeros(n + 1, dtype=int)
    for end in range(1, n + 1):
        begins = np.arange(end)
        error = squares[end] - squares[begins] - (sums[end] - sums[begins]) ** 2 / (end - begins)
        costs = best[begins] + error + penalty
        before[end] = int(np.argmin(costs))
        best[end] = costs[before[end]]
    starts: list[int] = []
    end = n
    while end > 0:
        end = int(before[end])
        starts.append(end)
    return starts[::-1]


def _cut(logs: Floats, spread: float) -> Floats:
    """Cut single outliers to MOST_DEVIATIONS from the median of the five blocks around each."""
    padded = np.pad(logs, 2, mode="reflect")
    around = np.median(np.lib.stride_tricks.sliding_window_view(padded, 5), axis=1)
    cut: Floats = np.clip(logs, around - MOST_DEVIATIONS * spread, around + MOST_DEVIATIONS * spread)
    return cut
