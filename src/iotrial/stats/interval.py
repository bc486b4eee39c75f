"""The interval of a median from rounds (rule 7): exact, and free of any assumption on the noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: One minus the coverage of all intervals of a level together.
ALPHA = 0.05


@dataclass(frozen=True)
class Interval:
    """A point with a lower and an upper bound, in the unit of the values it came from (the maker says which).

    is_wide: the bounds come from fewer rounds than the sign test takes (stats/wide_interval.py).
    """

    center: float
    low: float
    high: float
    is_wide: bool = field(default=False, kw_only=True)

    def as_ratio(self) -> Interval:
        """The interval of natural logarithms as one of ratios."""
        return self._with(math.exp(self.center), math.exp(self.low), math.exp(self.high))

    def widened(self, factor: float) -> Interval:
        """The interval of a ratio that may still move by so much, either way."""
        return self._with(self.center, self.low / factor, self.high * factor)

    def stretched(self, times: float) -> Interval:
        """The interval with either bound that many times as far from the center, which may be infinite."""
        low, high = (
            bound if bound == self.center else self.center - times * (self.center - bound)
            for bound in (self.low, self.high)
        )
        bounds = -math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high
        return self._with(self.center, *bounds)

    def inverse(self) -> Interval:
        """The interval of a logarithm with its sign changed: the same two things the other way round."""
        return self._with(-self.center, -self.high, -self.low)

    def _with(self, center: float, low: float, high: float) -> Interval:
        return Interval(center, low, high, is_wide=self.is_wide)


@lru_cache(maxsize=4096)
def order_rank(n: int, alpha: float) -> int:
    """The largest k with 2 P(Bin(n, 1/2) <= k - 1) <= alpha, or 0 when there is none (rule 7).

    [x(k), x(n + 1 - k)] of n sorted values then holds the median with probability 1 - alpha or more.
    Raises ValueError for n below 0 or an alpha outside (0, 1).
    """
    _require(n >= 0, f"rounds must not be negative: {n}")
    _require(0 < alpha < 1, f"alpha must lie between 0 and 1: {alpha}")
    # Whole numbers, since rounding in a sum of floats would decide the border cases.
    numerator, denominator = alpha.as_integer_ratio()
    most = (numerator << n) // denominator
    outside, pairs, rank = 0, 2, 0  # pairs: twice the binomial coefficient of n and rank, each from the last
    while 2 * rank < n:
        outside += pairs
        if outside > most:
            break
        pairs = pairs * (n - rank) // (rank + 1)
        rank += 1
    return rank


def median_interval(values: Floats, alpha: float) -> Interval | None:
    """The median of `values` (1-d, one per round) with the exact sign-test interval of coverage 1 - alpha.

    In the unit of `values` (logs stay logs). None when there are too few values for that alpha. Raises ValueError
    for a NaN: leaving one out is the caller's decision, since it is also a count. Source: rule 7.
    """
    return interval_at_rank(values, order_rank(len(values), alpha))


def interval_at_rank(values: Floats, rank: int) -> Interval | None:
    """The median of `values` (1-d, any unit) with its rank-th value from either end; None for rank 0.

    Raises ValueError for a NaN or for values that are not 1-d.
    """
    _require(values.ndim == 1, f"values must be 1-d, not {values.ndim}-d")
    _require(not np.isnan(values).any(), "values hold a NaN")
    if rank == 0:
        return None
    ordered = np.sort(values)
    return Interval(middle(ordered), float(ordered[rank - 1]), float(ordered[-rank]))


def middle(ordered: Floats) -> float:
    """The median of sorted values (1-d, one at least, no NaN), which NumPy takes five times as long for.

    In the unit of the values, and as `np.median` to the last digit.
    """
    half = len(ordered) // 2
    return float(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def minimum_rounds(comparisons: int) -> int:
    """The fewest rounds from which `comparisons` simultaneous 95 % intervals exist: ceil(1 + log2(20 m)).

    Raises ValueError when there is no comparison. Source: rule 7.
    """
    _require(comparisons >= 1, f"at least one comparison is needed, not {comparisons}")
    return math.ceil(1 + math.log2(20 * comparisons))


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
