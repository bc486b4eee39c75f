"""Kendall's test for a trend, by hand: `scipy.stats` has it too, and takes a second to import."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Of more values, or of some that are equal, the normal approximation is taken, as SciPy does.
MOST_EXACT = 33


def trend_p(values: NDArray[np.float64]) -> float:
    """Return the two-sided p of Kendall's tau-b between values (1-d, two or more, in order) and their places.

    Exact for up to 33 values of which none are equal. 1 if all are equal.
    Source: Kendall, Rank Correlation Methods, 1970, pages 55 and 68; Mann, Econometrica 13 (1945) 245.
    """
    n = len(values)
    ahead = int(sum(np.sign(values[place + 1 :] - values[place]).sum() for place in range(n - 1)))
    _, ties = np.unique(values, return_counts=True)
    pairs = n * (n - 1) // 2
    if len(ties) == 1:
        return 1.0
    if n <= MOST_EXACT and len(ties) == n:
        return min(1.0, 2 * float(_inversions(n)[: (pairs - abs(ahead)) // 2 + 1].sum()))
    tied = float((ties * (ties - 1) * (2 * ties + 5)).sum())
    variance = (n * (n - 1) * (2 * n + 5) - tied) / 18
    return math.erfc(abs(ahead) / math.sqrt(2 * variance))


def _inversions(n: int) -> NDArray[np.float64]:
    """The shares of the orders of n values that have 0, 1, 2, … pairs the wrong way round."""
    shares = np.ones(1)
    for count in range(2, n + 1):  # the next value may stand before 0 to all of those that are there
        shares = np.convolve(shares, np.full(count, 1 / count))
    return shares
