"""The names of a run's methods in sentences."""

from __future__ import annotations

from collections import Counter

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean


def arm_names(judged: JudgedRun) -> dict[str, str]:
    """Return each method -> its call, with its language if there are several; of two calls alike the methods."""
    arms = {arm.arm: arm for level in judged.levels for arm in level.arms}
    has_several = len({arm.language for arm in arms.values()}) > 1
    told = {
        name: clean(arm.called) + (f" in {clean(judged.language_called(arm.language))}" if has_several else "")
        for name, arm in arms.items()
    }
    counts = Counter(told.values())
    return {name: text if counts[text] == 1 else clean(name) for name, text in told.items()}
