"""The controls of a judged run, looked at once more: a file may come from anybody."""

from __future__ import annotations

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.stats.verdict import judge


def unsound(judged: JudgedRun) -> str | None:
    """Return why nothing may be built on a run, in a line; None if its controls hold."""
    if judged.invalid:
        return "its two copies of one method came apart, so no verdict of it holds"
    if not judged.complete:
        return "it did not come to its end"
    placebo = judged.placebo
    if placebo is not None and judge(placebo.low, placebo.high, judged.margin) in ("faster", "slower"):
        return "its two copies of one method came apart, and it does not say so"
    if not any(level.status in ("measured", "observed") for level in judged.levels):
        return "nothing was measured"
    for level in judged.levels:
        for arm in level.arms:
            if _is_contradicted(arm, judged.margin):
                return f"{arm.arm} is called {arm.verdict}, and its interval does not say so"
    return None


def _is_contradicted(arm: JudgedArm, margin: float) -> bool:
    """True if an arm has a verdict that its interval does not bear out."""
    if arm.verdict not in ("faster", "slower", "equivalent"):
        return False
    if arm.low is None or arm.high is None or arm.ratio is None:
        return True
    return not arm.low <= arm.high or judge(arm.low, arm.high, margin) != arm.verdict
