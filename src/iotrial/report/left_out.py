"""Methods and levels that were not measured, in a few lines: each reason once.

Reasons that are alike but for their numbers are told as one: a number that is not the same in all is a range.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from iotrial.judge.bounds import Factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean, fold, paragraph
from iotrial.report.level_words import level_name, some_levels
from iotrial.report.parts import gathered
from iotrial.report.ranking_table import reason
from iotrial.report.times import listed, some

#: More reasons, and more names of one reason, are under --details.
MOST_REASONS = 3
MOST_NAMES = 2

#: A number, with commas between thousands or without.
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?![\d,])|\d+")


@dataclass
class Reason:
    """A reason, once for each time that it was given with other numbers, and what it holds for."""

    texts: list[str] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    arms: dict[tuple[str, str], list[Factors]] = field(default_factory=dict)  # status and arm -> the levels


def left_out(judged: JudgedRun, width: int) -> list[Text]:
    """Return a paragraph for each reason, and how many more there are."""
    found = _reasons(judged)
    tried = sum(level.status != "skipped" for level in judged.levels)
    lines: list[Text] = []
    for one in found[:MOST_REASONS]:
        what = [f"{name} skipped" for name in one.levels]
        alike = gathered(
            (f"{status}{'' if len(levels) == tried else f' at {some_levels(judged, levels)}'}", arm)
            for (status, arm), levels in one.arms.items()
        )
        what += [f"{listed(some(names, MOST_NAMES))} {became}" for became, names in alike.items()]
        lines += _in_two_lines(f"{'; '.join(some(what, MOST_NAMES))}: {as_one(one.texts)}", width)
    if (more_reasons := len(found) - MOST_REASONS) > 0:
        were = "was" if more_reasons == 1 else "were"
        lines += paragraph(f"{more_reasons} more {were} left out: --details", width, 2, 2, "dim")
    return lines


def _reasons(judged: JudgedRun) -> list[Reason]:
    found: dict[str, Reason] = {}
    for level in judged.levels:
        if level.status == "skipped":
            _same(found, clean(level.reason or "no reason is stored")).levels.append(level_name(judged, level))
            continue
        for arm in level.not_measured:
            _same(found, reason(arm)).arms.setdefault((arm.status, clean(arm.arm)), []).append(level.level)
    return list(found.values())


def _same(found: dict[str, Reason], text: str) -> Reason:
    """The reason of this text, or of one that is alike but for a number."""
    one = found.setdefault(but_for_numbers(text), Reason())
    one.texts.append(text)
    return one


def _in_two_lines(text: str, width: int) -> list[Text]:
    """A paragraph of two lines at the most: a reason may be as long as its runtime likes."""
    lines = paragraph(text, width, 2, 2, "dim")
    if len(lines) <= 2:
        return lines
    last = fold(lines[1].plain, width - 4)[0].rstrip()
    return [lines[0], Text(f"{last} …", style="dim")]


def but_for_numbers(text: str) -> str:
    """Return what is the same of texts that differ in numbers alone."""
    return _NUMBER.sub("0", text)


def as_one(texts: Sequence[str]) -> str:
    """Return one text for several that are alike but for their numbers: `tried to allocate 4096 to 65536 bytes`."""
    numbers = [_NUMBER.findall(text) for text in texts]
    parts = _NUMBER.split(texts[0])
    told = [_range(column) for column in zip(*numbers, strict=True)]
    return "".join(part + number for part, number in zip(parts, [*told, ""], strict=True))


def _range(numbers: Sequence[str]) -> str:
    if len(set(numbers)) == 1:
        return numbers[0]
    least, most = min(numbers, key=_value), max(numbers, key=_value)
    return least if _value(least) == _value(most) else f"{least} to {most}"


def _value(number: str) -> int:
    return int(number.replace(",", ""))
