"""What the interval of one arm against another says of a claim (METHOD.md, rules 7 and 8). Pure.

`unlike` is why the two may not be called equal, however near they are; None where they may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Finding, Verdict

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

TOO_FEW = Finding("undecided", reason="too few rounds for an interval")

#: What a figure over another says of "this one is larger", of "both are the same", and of "this one is no smaller".
_LARGER: Mapping[str, Verdict] = {
    "slower": "holds",
    "faster": "reversed",
    "equivalent": "no difference",
    "undecided": "undecided",
}
_EQUAL: Mapping[str, Verdict] = {
    "equivalent": "holds",
    "undecided": "undecided",
    "slower": "reversed",
    "faster": "reversed",
}
_NOT_SMALLER: Mapping[str, Verdict] = {
    "slower": "holds",
    "equivalent": "holds",
    "undecided": "undecided",
    "faster": "reversed",
}


def larger(ratio: Interval | None, margin: float, unlike: str | None, reason: str | None) -> Finding:
    """Whether a figure is larger than another, by their ratio."""
    return _judged(_LARGER, ratio, margin, unlike, reason)


def equal(ratio: Interval | None, within: float, unlike: str | None, reason: str | None) -> Finding:
    """Whether two figures are the same, by their ratio."""
    return _judged(_EQUAL, ratio, within, unlike, reason)


def not_smaller(ratio: Interval | None, margin: float, unlike: str | None, reason: str | None) -> Finding:
    """Whether a figure is as large as another or larger, by their ratio.

    An interval that reaches from equal to larger says so too: it leaves out what would be smaller.
    """
    from iotrial.stats.verdict import band

    if ratio is not None and ratio.low >= band(margin)[0] and ratio.high > band(margin)[1] and unlike is None:
        return decided("holds", ratio, reason)
    return _judged(_NOT_SMALLER, ratio, margin, unlike, reason)


def _judged(
    told: Mapping[str, Verdict], ratio: Interval | None, margin: float, unlike: str | None, reason: str | None
) -> Finding:
    from iotrial.stats.verdict import judge

    if ratio is None:
        return TOO_FEW
    verdict = judge(ratio.low, ratio.high, margin)
    if verdict == "equivalent" and unlike:
        verdict, reason = "undecided", unlike
    return decided(told[verdict], ratio, reason)


def banded(claim: Claim, ratio: Interval | None, margin: float, unlike: str | None) -> Finding:
    """Whether a ratio lies in the band that was published."""
    from iotrial.stats.verdict import judge

    assert claim.band is not None
    if ratio is None:
        return TOO_FEW
    low, high = claim.band
    if low <= ratio.low and ratio.high <= high:
        says_equal = unlike is not None and low < 1 < high
        return decided("undecided" if says_equal else "holds", ratio, unlike if says_equal else None)
    if low < ratio.high and ratio.low < high:
        return decided("undecided", ratio, f"the interval reaches over the bounds of {low:g} to {high:g}")
    if judge(ratio.low, ratio.high, margin) == "equivalent":
        return decided("undecided" if unlike else "no difference", ratio, unlike)
    return decided("reversed", ratio, f"not {low:g} to {high:g} times")


def between(claim: Claim, gap_ns: Interval | None, unit: str) -> Finding:
    """Whether what a unit of work takes longer lies in the band that was published, ns."""
    assert claim.band is not None
    if gap_ns is None:
        return TOO_FEW
    low, high = claim.band
    said = f"{gap_ns.center:,.0f} [{gap_ns.low:,.0f}, {gap_ns.high:,.0f}] ns for each of its {unit}"
    if low <= gap_ns.low and gap_ns.high <= high:
        return decided("holds", gap_ns, said=said)
    if low < gap_ns.high and gap_ns.low < high:
        return decided("undecided", gap_ns, f"the interval reaches over the bounds of {low:g} to {high:g} ns", said)
    return decided("reversed", gap_ns, f"not {low:g} to {high:g} ns", said)


def weakest(found: Sequence[Finding]) -> Finding | None:
    """The finding that keeps a claim about all of them from holding; None where each holds."""
    for verdict in ("reversed", "undecided", "no difference"):
        worst = next((one for one in found if one.verdict == verdict), None)
        if worst is not None:
            return worst
    return None


def decided(verdict: Verdict, figure: Interval, reason: str | None = None, said: str | None = None) -> Finding:
    """A verdict with the interval that it stands on."""
    return Finding(verdict, figure.center, figure.low, figure.high, reason, said)
