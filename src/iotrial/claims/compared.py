"""A claim judged by the interval of one figure over another (rules 7 and 8). Pure.

`unlike` is why the two may not be called equal, however near they are; None if they may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from iotrial.claims.claim import Band
from iotrial.claims.outcome import Outcome, Verdict, decided

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: The verdicts of a figure over another on "this one is larger", "both are the same", and "this one is no smaller".
_LARGER: Mapping[str, Verdict] = {
    "slower": "holds",
    "faster": "opposite here",
    "equivalent": "equal here",
    "undecided": "undecided",
}
_EQUAL: Mapping[str, Verdict] = {
    "equivalent": "holds",
    "undecided": "undecided",
    "slower": "not so here",
    "faster": "not so here",
}
_NOT_SMALLER: Mapping[str, Verdict] = {
    "slower": "holds",
    "equivalent": "holds",
    "undecided": "undecided",
    "faster": "opposite here",
}


def larger(ratio: Interval, margin: float, unlike: str | None, reason: str | None) -> Outcome:
    """Judge by a ratio that a figure is larger than another."""
    return _judged(_LARGER, ratio, margin, unlike, reason)


def equal(ratio: Interval, within: float, unlike: str | None, reason: str | None) -> Outcome:
    """Judge by a ratio that two figures are the same."""
    return _judged(_EQUAL, ratio, within, unlike, reason)


def not_smaller(ratio: Interval, margin: float, unlike: str | None, reason: str | None) -> Outcome:
    """Judge by a ratio that a figure is as large as another or larger.

    An interval that reaches from equal to larger shows that too, since it leaves out everything smaller.
    """
    from iotrial.stats.verdict import band  # numpy takes a while to start, and a study is read without it

    if ratio.low >= band(margin)[0] and unlike is None:
        return decided("holds", ratio, reason)
    return _judged(_NOT_SMALLER, ratio, margin, unlike, reason)


def _judged(
    told: Mapping[str, Verdict], ratio: Interval, margin: float, unlike: str | None, reason: str | None
) -> Outcome:
    from iotrial.stats.verdict import judge  # as above

    verdict = judge(ratio.low, ratio.high, margin)
    if verdict == "equivalent" and unlike:
        verdict, reason = "undecided", unlike
    return decided(told[verdict], ratio, reason)


def banded(band: Band, ratio: Interval, margin: float, unlike: str | None) -> Outcome:
    """Judge that a ratio lies in the band that was published.

    Beyond it, the ratio is larger or smaller than published as long as it lies on the band's side of 1, and opposite
    only beyond the margin on the other side.
    """
    from iotrial.stats.verdict import judge  # as above

    low, high = band
    if low <= ratio.low and ratio.high <= high:
        says_equal = unlike is not None and low < 1 < high
        return decided("undecided" if says_equal else "holds", ratio, unlike if says_equal else None)
    if low < ratio.high and ratio.low < high:
        return decided("undecided", ratio, f"the interval reaches over the bounds of {low:g} to {high:g}")
    verdict = judge(ratio.low, ratio.high, margin)
    if verdict == "equivalent":
        return decided("undecided" if unlike else "equal here", ratio, unlike)
    which = outside(band, ratio.low, ratio.high)
    if which is None or (which == "opposite here" and verdict == "undecided"):
        return decided("undecided", ratio, f"less than {low:g} to {high:g} times, and open which way")
    return decided(which, ratio, not_in(band, which, "times"))


def outside(band: Band, least: float, most: float, nothing: float = 1.0) -> Verdict | None:
    """Tell larger or smaller than published from the opposite, by bounds outside of a band; None if open which way.

    nothing: the figure of no effect, 1 for a ratio and 0 for a difference. A band on both sides of it has no direction.
    """
    low, high = band
    if low < nothing < high:
        return "not so here"
    is_more = low >= nothing
    if (least >= high) if is_more else (most <= low):
        return "larger here"
    if (least > nothing) if is_more else (most < nothing):
        return "smaller here"
    return "opposite here" if ((most < nothing) if is_more else (least > nothing)) else None


def not_in(band: Band, verdict: Verdict, unit: str) -> str:
    """The reason of a verdict that a figure outside of a band got: `beyond 1.4 to 1.6 times`."""
    how = {"larger here": "beyond", "smaller here": "short of"}.get(verdict, "not")
    return f"{how} {band[0]:g} to {band[1]:g} {unit}"


def weakest(found: Sequence[Outcome]) -> Outcome | None:
    """Return the outcome that keeps a claim about all of them from holding; None if each holds."""
    for verdict in ("opposite here", "not so here", "undecided", "equal here"):
        worst = next((one for one in found if one.verdict == verdict), None)
        if worst is not None:
            return worst
    return None
