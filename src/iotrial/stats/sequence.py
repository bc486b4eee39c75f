"""Intervals that stay valid however often one looks (rule 10, `--precision`)."""

from __future__ import annotations

import math
from functools import lru_cache

from iotrial.stats.interval import Floats, Interval, interval_at_rank

#: Both parameters of the mixing Beta distribution.
_A = 1.0


@lru_cache(maxsize=4096)
def sequence_rank(n: int, alpha: float, effect: float = 1.0) -> int:
    """The rank k at n rounds of an interval [x(k), x(n + 1 - k)] that holds the median at all n at once; 0 for none.

    A median is rejected when c of n values lie below it and the mixture e-value, of log
    n ln 2 + betaln(a + c, a + n - c) - betaln(a, a) with a = 1, reaches 1 / alpha; k is the smallest c not rejected.
    Holds with probability 1 - alpha or more over all looks together (Ville). Source: rule 10; Howard and
    Ramdas, Sequential estimation of quantiles, 2022. `effect`: the design effect of rounds that resemble each other;
    n and c then count as n / effect and c / effect, which simulations show to hold (rule 22). Raises ValueError for n
    below 0, an alpha outside (0, 1) or an effect below 1.
    """
    if n < 0 or not 0 < alpha < 1 or effect < 1:
        raise ValueError(f"rounds must not be negative and alpha must lie between 0 and 1: {n}, {alpha}, {effect}")
    from scipy.special import betaln

    rank = 0
    counted = n / effect
    while 2 * rank < n:
        below = rank / effect
        evidence = counted * math.log(2) + float(betaln(_A + below, _A + counted - below) - betaln(_A, _A))
        if evidence < -math.log(alpha):
            break
        rank += 1
    return rank


def sequence_interval(values: Floats, alpha: float) -> Interval | None:
    """The median of `values` (1-d, one per round) with the sequence's own interval at this round, in their unit.

    None while there are too few values. Raises ValueError for a NaN. Source: rule 10.
    """
    return interval_at_rank(values, sequence_rank(len(values), alpha))
