"""The grid of a page: at each condition the method to use, and the others by their tier."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.answers.beside_use import told_to_use
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, OtherGuarantee, TimesOver
from iotrial.report.addresses import address, of_level
from iotrial.report.first_screen import answer_at, needed, no_answer_at
from iotrial.report.layout import clean, joined
from iotrial.report.level_words import condition, level_name
from iotrial.report.ratio_words import ratio, span
from iotrial.report.times import difference

#: The tiers in the order in which they stand.
TIERS = ("use", "as good", "unclear", "slower", "avoid")


@dataclass(frozen=True)
class GridRow:
    """A condition: for each tier its methods with their times over the one to use, and what else may be needed.

    told: why there is no answer; "" if there is one.
    """

    address: str
    condition: str
    tiers: dict[str, list[tuple[str, str]]]
    needs: list[tuple[str, tuple[str, str]]]
    told: str


def grid(judged: JudgedRun, prefix: str) -> list[tuple[str, list[GridRow]]]:
    """Return each language with its rows, a condition each; none of a single level."""
    if judged.invalid or len(judged.levels) < 2:
        return []
    return [
        (clean(one.called), [_row(judged, number, one.language, prefix) for number in range(len(judged.levels))])
        for one in judged.answers
    ]


def _row(judged: JudgedRun, number: int, language: str, prefix: str) -> GridRow:
    level = judged.levels[number]
    found = answer_at(judged, number, language)
    choice = next(iter(told_to_use(found)), None) if found else None
    return GridRow(
        address(prefix, "when", language, of_level(level.level)),
        condition(judged, level.level, varying_factors(judged)) or level_name(judged, level),
        _tiers(choice) if choice else {},
        [(f"if {need}", (clean(one.called), _times(one))) for need, one in needed(choice, judged).items()]
        if choice
        else [],
        "" if choice else no_answer_at(judged, number, language),
    )


def _tiers(choice: Choice) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {tier: [] for tier in TIERS}
    found["use"].append((clean(choice.called), ""))
    for one in sorted(choice.beside, key=lambda one: one.most):
        found[one.tier].append((clean(one.called), _times(one)))
    return {tier: methods for tier, methods in found.items() if methods}


def _times(one: TimesOver) -> str:
    """`1.36 times`, `2.1 times as fast`; where it is unclear its bounds in brackets: `[0.98, 1.12]`."""
    if one.is_decided and one.most < 1:  # what is quicker has no tier beside the one to use
        return difference(one.least, one.most)
    if one.tier == "unclear" and not (one.is_decided and isinstance(one, OtherGuarantee)):
        return joined(f"[{ratio(one.low or 0.0)}, {ratio(one.high or 0.0)}]") if one.is_told else ""
    return joined(f"{span(one.least, one.most)} times")
