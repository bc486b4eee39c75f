"""Whether something became slower by more than a margin: one-sided, and valid however often one looks."""

from __future__ import annotations

from typing import Literal

from iotrial.stats.verdict import judge

OneSided = Literal["pass", "regression", "undecided"]


def one_sided(low: float | None, high: float | None, margin: float, *, may_be_equal: bool = True) -> OneSided:
    """The verdict on an interval of the new time over the old (ratios), or on a missing one: `undecided`.

    `regression` when all of it lies above 1 + margin, `pass` when all of it lies below (the bound counts as below).
    Where equality could not be told (may_be_equal; rules 1 and 3), what lies inside the band of rule 8 or
    reaches into it is no pass: only what is `faster` is. Raises ValueError as `judge` does.
    """
    verdict = judge(low, high, margin)
    if verdict == "slower":
        return "regression"
    if verdict == "faster":
        return "pass"
    if high is None or not may_be_equal:
        return "undecided"
    # No part of it lies above the band, however far it reaches below: without that part it is equivalent.
    return "pass" if judge(min(high, 1.0), high, margin) == "equivalent" else "undecided"
