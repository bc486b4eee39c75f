"""The names of a run's methods in its sentences."""

from __future__ import annotations

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean


def called_in_sentences(judged: JudgedRun) -> dict[str, str]:
    """Return each method -> its call, with its language if there are several."""
    arms = {arm.arm: arm for level in judged.levels for arm in level.arms}
    has_several = len({arm.language for arm in arms.values()}) > 1
    return {
        name: clean(arm.called) + (f" in {clean(judged.language_called(arm.language))}" if has_several else "")
        for name, arm in arms.items()
    }
