"""A claim judged by the interval of one figure over another (rules 7, 8, 19 and 20). Pure.

Every ratio is that of the arm that the claim names first over the other. `unlike` is why the two may not be called
equal, however near they are; None if they may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from iotrial.claims.claim_figures import Band
from iotrial.claims.outcome import Outcome, Verdict, decided
from iotrial.claims.tolerance import EQUAL, NO_BOUND
from iotrial.stats.verdict import band as equal_within
from iotrial.stats.verdict import judge

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The reason of a figure whose interval has that of no effect in it.
OPEN_WHICH_WAY = "less than published, and the direction is open"

#: The reason of a figure whose interval has 1 in it and nothing that is farther from it than the tolerance.
NO_DIRECTION = f"no direction, and the same within {100 * EQUAL:.0f} %"

#: The verdicts of a ratio's own verdict on "the first is larger", "the first is smaller" and "both are the same".
_LARGER: Mapping[str, Verdict] = {
    "slower": "confirmed",
    "faster": "opposite here",
    "equivalent": "equal here",
    "undecided": "open",
}
_SMALLER: Mapping[str, Verdict] = {
    "slower": "opposite here",
    "faster": "confirmed",
    "equivalent": "equal here",
    "undecided": "open",
}
_EQUAL: Mapping[str, Verdict] = {
    "equivalent": "confirmed",
    "undecided": "open",
    "slower": "holds nowhere tested",
    "faster": "holds nowhere tested",
}


def larger(ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that the first figure is larger than the second."""
    return _judged(_LARGER, ratio, margin, unlike)


def smaller(ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that the first figure is smaller than the second."""
    return _judged(_SMALLER, ratio, margin, unlike)


def equal(ratio: Interval, within: float, unlike: str | None) -> Outcome:
    """Judge that two figures are the same."""
    return _judged(_EQUAL, ratio, within, unlike)


def not_smaller(ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that the first figure is as large as the second, or larger.

    An interval that reaches from equal to larger shows that too, since it leaves out everything smaller.
    """
    least, most = equal_within(margin)
    shows, is_apart = ratio.low >= least, ratio.low > most
    return _not_opposite(ratio, margin, unlike, shows=shows, is_apart=is_apart, opposite="faster")


def not_larger(ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that the first figure is as large as the second, or smaller: the mirror image of `not_smaller`."""
    least, most = equal_within(margin)
    shows, is_apart = ratio.high <= most, ratio.high < least
    return _not_opposite(ratio, margin, unlike, shows=shows, is_apart=is_apart, opposite="slower")


def _not_opposite(
    ratio: Interval, margin: float, unlike: str | None, *, shows: bool, is_apart: bool, opposite: str
) -> Outcome:
    """Judge that a ratio is not opposite: its interval `shows` that, and needs no equality if it `is_apart`."""
    if judge(ratio.low, ratio.high, margin) == opposite:
        return decided("opposite here", ratio)
    if not shows:
        return decided("open", ratio)
    reason = None if is_apart else unlike
    return decided("open" if reason else "confirmed", ratio, reason)


def _judged(told: Mapping[str, Verdict], ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    verdict = judge(ratio.low, ratio.high, margin)
    if verdict == "equivalent" and unlike:
        return decided("open", ratio, unlike)
    return decided(told[verdict], ratio)


def banded(band: Band, ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that a ratio lies in the band of what counts as published.

    Beyond it, the ratio is larger or smaller than published as long as it lies on the band's side of 1, and opposite
    only beyond the margin on the other side. It is equal within the margin; or, since what was published is ruled out,
    within the tolerance of all claims if it points neither way (rules 19 and 20). A band that begins at 1, such as that
    of "0 to 15 % faster", has all in it that is equal within the margin.
    """
    low, high = band
    least, most = equal_within(margin) if unlike is None else (1.0, 1.0)
    if (least if low == 1 else low) <= ratio.low and ratio.high <= (most if high == 1 else high):
        says_equal = unlike is not None and low < 1 < high
        return decided("open" if says_equal else "confirmed", ratio, unlike if says_equal else None)
    verdict = judge(ratio.low, ratio.high, margin)
    if low < ratio.high and ratio.low < high:
        reason = f"the interval reaches over a bound of {told(band)}"
        points_the_same_way = (verdict == "slower" and low >= 1) or (verdict == "faster" and high <= 1)
        return decided("same direction" if points_the_same_way else "open", ratio, reason)
    points_neither_way = verdict == "undecided" and _has_no_direction(ratio)
    if verdict == "equivalent" or points_neither_way:
        why = unlike or (NO_DIRECTION if points_neither_way else None)
        return decided("open" if unlike else "equal here", ratio, why)
    which = outside(band, ratio.low, ratio.high)
    if which is None or (which == "opposite here" and verdict == "undecided"):
        return decided("open", ratio, OPEN_WHICH_WAY)
    return decided(which, ratio)


def _has_no_direction(ratio: Interval) -> bool:
    """True if an interval has 1 in it, and nothing that is farther from 1 than the tolerance."""
    least, most = equal_within(EQUAL)
    return least <= ratio.low <= 1 <= ratio.high <= most


def outside(band: Band, least: float, most: float, nothing: float = 1.0) -> Verdict | None:
    """Tell larger or smaller than published from the opposite, by bounds outside of a band; None if open which way.

    nothing: the figure of no effect, 1 for a ratio and 0 for a difference. A band on both sides of it has no direction.
    """
    low, high = band
    if low < nothing < high:
        return "holds nowhere tested"
    is_more = low >= nothing
    if (least >= high) if is_more else (most <= low):
        return "same direction, larger"
    if (least > nothing) if is_more else (most < nothing):
        return "same direction, smaller"
    return "opposite here" if ((most < nothing) if is_more else (least > nothing)) else None


def told(band: Band, unit: str = "times") -> str:
    """The figures that count as published: `1.38 to 1.58 times`, `1.1 times or more`."""
    low, high = band
    if high >= NO_BOUND:
        return f"{_rounded(low)} {unit} or more"
    if 0 < low <= 1 / NO_BOUND or low <= -NO_BOUND:
        return f"{_rounded(high)} {unit} or less"
    return f"{_rounded(low)} to {_rounded(high)} {unit}"


def _rounded(figure: float) -> str:
    """Three digits, and whole numbers from a thousand on."""
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"


def weakest(found: Sequence[Outcome]) -> Outcome | None:
    """Return the outcome that keeps a claim about all of them from holding; None if each holds."""
    for verdict in ("opposite here", "holds nowhere tested", "open", "equal here"):
        worst = next((one for one in found if one.verdict == verdict), None)
        if worst is not None:
            return worst
    return None
