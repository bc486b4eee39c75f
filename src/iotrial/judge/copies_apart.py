"""The share by which two copies of one method came out apart in a run: noise that no verdict can be finer than."""

from __future__ import annotations

from iotrial.judge.judged_run import JudgedRun


def copies_differ_by(judged: JudgedRun) -> float | None:
    """Return the share by which two copies of one method may differ at the most; None if there was no second copy."""
    found = [judged.placebo] if judged.placebo is not None else []
    bounds = [
        (one.low, one.high)
        for one in (*found, *(level.placebo for level in judged.levels))
        if one is not None and one.low is not None and one.high is not None
    ]
    if not bounds:
        return None
    low, high = bounds[0]
    return max(1 - low, high - 1)
