"""Methods and levels that were not measured, in a few lines: each reason once.

Reasons that are alike but for their numbers are told as one. None is cut: its end may be what a reader needs, and what
a program said is bounded where it is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.text import Text

from iotrial.judge.bounds import Factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.alike_texts import as_one, but_for_numbers
from iotrial.report.layout import clean, paragraph
from iotrial.report.level_words import level_name, some_levels
from iotrial.report.parts import gathered
from iotrial.report.ranking_table import reason
from iotrial.report.times import listed, some

#: More reasons, and more names of one reason, are under --details.
MOST_REASONS = 3
MOST_NAMES = 2


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
        lines += paragraph(f"{'; '.join(some(what, MOST_NAMES))}: {as_one(one.texts)}", width, 2, 2, "dim")
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
