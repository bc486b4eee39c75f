"""The answer of a comparison of users' own snippets: who is faster, what all returned, and who takes more memory."""

from __future__ import annotations

import math

from iotrial.answers import sentences as words
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import is_near
from iotrial.report.layout import clean, joined
from iotrial.report.longer_budget import longer
from iotrial.report.memory_answer import memory_of_snippets
from iotrial.report.ratio_words import ratio
from iotrial.report.times import compared, difference

#: A ratio has its bounds beside it if they are at least this many times apart.
FAR = 1.25

#: More snippets than this are in the table alone, beside the fastest and the slowest.
_MOST_TOLD = 4


def snippet_answers(judged: JudgedRun) -> list[list[str]]:
    """Return the sentences for each input; empty if the run is of methods of a job."""
    return [_level(judged, level) for level in judged.levels if level.returned is not None and not level.invalid]


def _level(judged: JudgedRun, level: JudgedLevel) -> list[str]:
    arms = sorted((arm for arm in level.arms if arm.ratio is not None), key=lambda arm: arm.ratio or 0.0)
    base = next((arm for arm in arms if arm.record.role == "baseline"), None)
    others = [arm for arm in arms if arm is not base]
    at = words.SNIPPET_AT.format(input=clean(str(level.level["input"]))) if len(judged.levels) > 1 else ""
    returned = words.SNIPPETS_RETURN.format(
        all="both" if len(arms) == 2 else f"all {len(arms)}", what=clean(level.returned or "")
    )
    if base is None or not others:
        return [words.SNIPPETS_UNTIMED]
    told = [_beside(arm, base) for arm in [*others[: _MOST_TOLD - 1], *others[_MOST_TOLD - 1 :][-1:]]]
    more = [words.HINT_BUDGET.format(budget=longer(judged.seconds))] if any(map(_is_open, others)) else []
    return [f"{at}{'; '.join(told)}; {returned}.", *more, *memory_of_snippets(level)]


def _is_open(arm: JudgedArm) -> bool:
    """True if more rounds may tell more of a snippet beside the first one."""
    return arm.verdict == "undecided" and not (arm.low is not None and is_near(arm.low, arm.high))


def _bounds(low: float, high: float) -> str:
    """` (1.2 to 2.8 times as fast)`: the interval of a ratio in words; "" of one that is narrow."""
    return f" ({difference(low, high)})" if high / low >= FAR else ""


def _beside(arm: JudgedArm, base: JudgedArm) -> str:
    """Say how a snippet compares with the first one, the quicker of them first."""
    name, other, middle = clean(arm.called), clean(base.called), arm.ratio or 1.0
    low, high = arm.low, arm.high
    if low is None or high is None:
        return words.SNIPPET_NO_INTERVAL.format(name=name, other=other)
    widest = max(1 - low, high - 1)
    share = joined(f"{max(1, math.ceil(100 * widest - 1e-9))} %")
    if arm.verdict == "equivalent" or is_near(low, high):
        return words.SNIPPET_AS_GOOD.format(name=name, other=other, share=share)
    form = words.SNIPPET_FASTER if arm.verdict in ("slower", "faster") else words.SNIPPET_SO_FAR
    if low > 1:
        told = {"name": other, "compared": compared(1 / middle, 1 / middle), "other": name}
        return form.format(**told, bounds=_bounds(1 / high, 1 / low))
    if high < 1:
        told = {"name": name, "compared": compared(middle, middle), "other": other}
        return form.format(**told, bounds=_bounds(low, high))
    return words.SNIPPET_OPEN.format(name=name, other=other, low=ratio(1 / high), high=ratio(1 / low))
