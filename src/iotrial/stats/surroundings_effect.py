"""The change of a ratio with something that was drawn anew in each round (rule 23)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.verdict import judge

#: With more rounds than this the distribution of inversions is taken to be normal.
MOST_EXACT = 120

#: The seed by which equal draws are put in an order: any order will do that does not look at the values.
_TIES = 23


@dataclass(frozen=True)
class Mover:
    """Something drawn that moves the ratio of an arm, by its place: the change from the lowest draw to the highest."""

    place: int
    figure: str
    change: Interval  # ratios


def movers(
    values: Floats, drawn: Mapping[str, Floats], places: Iterable[int], *, tests: int, margin: float
) -> list[Mover]:
    """Return what moves a ratio by more than the margin, corrected for that many tests.

    values: logs of each round's ratio, (rounds, arms). drawn: figure -> what was drawn, of the same shape. places: of
    the arms that are looked at.
    """
    found = []
    for place in places:
        for figure, of_rounds in drawn.items():
            change = change_with(values[:, place], of_rounds[:, place], ALPHA / tests)
            ratio = change and change.as_ratio()
            if ratio and judge(ratio.low, ratio.high, margin) in ("slower", "faster"):
                found.append(Mover(place, figure, ratio))
    return found


def change_with(values: Floats, drawn: Floats, alpha: float) -> Interval | None:
    """Return the change of `values` from the lowest draw to the highest, with an interval of coverage 1 - alpha.

    values, drawn: one of each round, NaN if it has none. The change is the slope of Theil and Sen over the ranks of
    the draws, in the unit of `values`; the interval inverts Kendall's test. Draws do not look at the machine, so under
    no change every order of them is equally likely, with any noise, drift or likeness of the rounds, and the test is
    exact. None if there are too few rounds for that alpha, or all draws are equal. Source: Sen, Estimates of the
    regression coefficient based on Kendall's tau, 1968.
    """
    there = np.isfinite(values) & np.isfinite(drawn)
    values, drawn = values[there], drawn[there]
    n = len(values)
    rank = inversion_rank(n, alpha)
    if rank == 0 or drawn.min() == drawn.max():
        return None
    place = np.empty(n)
    ties = np.random.default_rng(_TIES).permutation(n)
    place[np.lexsort((ties, drawn))] = np.arange(n) / (n - 1)
    first, second = np.triu_indices(n, 1)
    slopes = np.sort((values[second] - values[first]) / (place[second] - place[first]))
    return Interval(float(np.median(slopes)), float(slopes[rank - 1]), float(slopes[-rank]))


@lru_cache(maxsize=4096)
def inversion_rank(n: int, alpha: float) -> int:
    """Return the largest k with P(inversions of a random order of n <= k - 1) <= alpha / 2, or 0 if there is none.

    ValueError for an alpha outside (0, 1).
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1: {alpha}")
    if n < 2:
        return 0
    if n > MOST_EXACT:
        from scipy.special import ndtri

        mean, sd = n * (n - 1) / 4, math.sqrt(n * (n - 1) * (2 * n + 5) / 72)
        return max(0, math.floor(mean + float(ndtri(alpha / 2)) * sd))
    return int(np.searchsorted(np.cumsum(_inversions(n)), alpha / 2, side="right"))


@lru_cache(maxsize=MOST_EXACT)
def _inversions(n: int) -> Floats:
    """The probability of each number of inversions in a random order of n, from 0 on."""
    shares = np.ones(1)
    for size in range(2, n + 1):
        shares = np.convolve(shares, np.full(size, 1 / size))
    return shares
