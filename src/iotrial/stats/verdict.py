"""The verdict on an interval of a ratio, by a margin fixed before the run (rule 8)."""

from __future__ import annotations

import math
from typing import Literal

Verdict = Literal["faster", "slower", "equivalent", "undecided", "invalid"]

#: Relative slack at the band's bounds: the last bit, which exp(log(x)) loses, must not decide on which side a ratio
#: falls that equals the bound.
_ROUNDING = 1e-12


def band(margin: float) -> tuple[float, float]:
    """The ratios that count as equal, [1 / (1 + margin), 1 + margin]: the same from either side (rule 8).

    Raises ValueError for a margin that is negative or not finite.
    """
    if not (math.isfinite(margin) and margin >= 0):
        raise ValueError(f"margin must be a number of 0 or more: {margin}")
    return 1 / (1 + margin), 1 + margin


def judge(low: float | None, high: float | None, margin: float) -> Verdict:
    """The verdict on an interval of time over the baseline's time (ratios), or on a missing one: `undecided`.

    `slower` or `faster` when all of it lies beyond the band, `equivalent` when all of it lies inside (bounds count as
    inside). Raises ValueError for bounds that are NaN, in the wrong order, or missing one alone. Source: rule 8.
    """
    least, most = band(margin)
    if low is None and high is None:
        return "undecided"
    if low is None or high is None or not low <= high:
        raise ValueError(f"no interval: [{low}, {high}]")
    least, most = least * (1 - _ROUNDING), most * (1 + _ROUNDING)
    if low > most:
        return "slower"
    if high < least:
        return "faster"
    if low >= least and high <= most:
        return "equivalent"
    return "undecided"


def excludes_one(low: float, high: float) -> bool:
    """True if an interval of ratios leaves out 1."""
    return low > 1 or high < 1


def rounds_still_needed(
    rounds: int, ratio: float, low: float, high: float, margin: float, *, may_be_equivalent: bool = True
) -> int | None:
    """The rounds in all, those done included, that an undecided arm would need: n (half-width / distance)^2.

    Half-width of the interval and distance from `ratio` to the nearer bound of the band are taken in logs. Always more
    than `rounds`; None when the arm is decided, and when no number would do: the ratio lies on a bound, or within the
    band while the arm may never be called equivalent. Source: rule 8.
    """
    if judge(low, high, margin) != "undecided":
        return None
    if not may_be_equivalent and judge(ratio, ratio, margin) == "equivalent":
        return None
    half_width = (math.log(high) - math.log(low)) / 2
    distance = min(abs(math.log(ratio) - math.log(bound)) for bound in band(margin))
    if distance <= _ROUNDING:
        return None
    return max(rounds + 1, math.ceil(rounds * (half_width / distance) ** 2))
