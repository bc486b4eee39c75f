"""The answer to the question that is a study's title: yes or no, where the study declares what would be which."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import clean, joined
from iotrial.report.level_words import condition, level_name
from iotrial.report.times import begin, capital, compared

#: The word for a part of the question that the run leaves open.
OPEN = "unclear"


def question_answer(rows: Sequence[JudgedClaim], judged: JudgedRun) -> str:
    """Return yes or no to each part of the question with what was found; "" if the study does not say what is which."""
    asked = [row for row in rows if row.asks]
    if not asked or judged.invalid:
        return ""
    words = {row.means or OPEN for row in asked}
    found = [(clean(row.part or ""), row.means or OPEN, _found(row, judged)) for row in asked]
    if len(words) == 1 and (len(asked) > 1 or not asked[0].part):
        told = "; ".join(filter(None, (": ".join(filter(None, [part, text])) for part, _, text in found)))
        told = capital(told) if asked[0].part else begin(told) if told else ""
        return ". ".join(filter(None, [capital(asked[0].means or OPEN), told])) + "."
    parts = (": ".join(filter(None, [part, ", ".join(filter(None, [word, text]))])) for part, word, text in found)
    return f"{capital('; '.join(parts))}."


def _found(row: JudgedClaim, judged: JudgedRun) -> str:
    """The finding: a figure in words, or how long the first of two arms takes beside the other, with both times."""
    if row.said:
        return joined(clean(row.said))
    first = next((level for level in judged.levels if level_name(judged, level) == row.level), None)
    if first is None or row.measured is None or row.arm is None or row.over is None:
        return ""
    second = next((level for level in judged.levels if level.level == {**first.level, **row.over_at}), None)
    own, other = first.by_name.get(row.arm), second.by_name.get(row.over) if second is not None else None
    if second is None or own is None or other is None:
        return ""
    here, there = (condition(judged, level.level, row.over_at) for level in (first, second))
    least, most = _range(row)
    name = " ".join(filter(None, [_called(own, judged, other), here]))
    beside = " ".join(
        filter(None, [there if row.arm == row.over else f"{_called(other, judged, own)} {there}"])
    ).strip()
    return f"{name} {compared(least, most)} {beside}{_times(row, own, other)}"


def _range(row: JudgedClaim) -> tuple[float, float]:
    """The least and the most that was found: of what is open its bounds, of several levels the ends of their ratios."""
    if row.means is None and row.low is not None and row.high is not None:
        return row.low, row.high
    measured = [level.measured for level in row.levels if level.measured is not None] or [row.measured or 1.0]
    return min(measured), max(measured)


def _called(arm: JudgedArm, judged: JudgedRun, beside: JudgedArm) -> str:
    language = f" in {clean(judged.language_called(arm.language))}" if arm.language != beside.language else ""
    return f"{clean(arm.called)}{language}"


def _times(row: JudgedClaim, own: JudgedArm, other: JudgedArm) -> str:
    """` (30.7 ms and 12.8 ms)`: both times, if there is one level to have them of."""
    if len(row.levels) != 1 or own.median_ns is None or other.median_ns is None:
        return ""
    return f" ({joined(figures.time(own.median_ns))} and {joined(figures.time(other.median_ns))})"
