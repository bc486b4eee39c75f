"""The share by which two copies of one method came out apart in a run: noise that no verdict can be finer than."""

from __future__ import annotations

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AS_WELL

#: A difference stands out if it is shown to be this many times what two copies of one method may differ by.
STANDS_OUT = 2.0


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


def is_noisy(judged: JudgedRun) -> bool:
    """True if two copies of one method came out apart by what matters, and the answers do not stand out from that."""
    share = copies_differ_by(judged)
    return share is not None and share > AS_WELL and not _stand_out(judged, share)


def _stand_out(judged: JudgedRun, share: float) -> bool:
    """True if each method to use has others of the same guarantees beside it, all shown to be far slower than noise."""
    beside = [choice.beside for answer in judged.answers for choice in answer.choices]
    far = 1 + STANDS_OUT * share
    return bool(beside) and all(own and all(one.low is not None and one.low > far for one in own) for own in beside)
