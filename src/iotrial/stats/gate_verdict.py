"""The verdict of a gate: is something slower by more than a margin? One-sided, and valid however often one looks."""

from __future__ import annotations

from typing import Literal

from iotrial.stats.verdict import judge

OneSided = Literal["pass", "regression", "undecided"]


def one_sided(low: float | None, high: float | None, margin: float, *, may_be_equal: bool = True) -> OneSided:
    """The verdict on an interval of the new time over the old (ratios), or on a missing one: `undecided`.

    `regression` when all of it lies above 1 + margin, `pass` when all of it lies below (the bound counts as below).
    If equality cannot be told (may_be_equal is False; rules 1 and 3), an interval that lies inside the band of rule 8
    or reaches into it is no pass: only `faster` is. Raises ValueError as `judge` does.
    """
    verdict = judge(low, high, margin)
    if verdict == "slower":
        return "regression"
    if verdict == "faster":
        return "pass"
    if high is None or not may_be_equal:
        return "undecided"
    # No part lies above the band. Without the part below the band it would be equivalent, and that is a pass.
    return "pass" if judge(min(high, 1.0), high, margin) == "equivalent" else "undecided"
