"""Many levels in one table: levels as rows, arms as numbered columns of ratios, a mark for each verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from iotrial.analysis.export import varying_factors
from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import GAP, Column, clean, paragraph, table

_INDENT = 2

#: The marks that stand behind a ratio.
LEGEND = "+ faster   - slower   = equivalent   ? undecided   ! invalid   * winner   (ratio) not ranked"


def overview(judged: JudgedRun, width: int) -> list[Text]:
    """Return the table and its legend; as several strips, one below the other, if it is too wide for all arms."""
    levels = judged.levels
    baselines = list(dict.fromkeys(level.baseline for level in levels if level.baseline))
    arms = list(dict.fromkeys(arm.arm for level in levels for arm in level.arms if arm.median_ns is not None))
    if len(baselines) == 1 and baselines[0] in arms:
        arms.remove(baselines[0])
    by_level = [{arm.arm: arm for arm in level.arms} for level in levels]
    labels = _labels(judged)
    numbers = {arm: number for number, arm in enumerate(arms, 1)} if len(baselines) > 1 else {}
    base = Column("baseline", [_base(level, rows, numbers) for level, rows in zip(levels, by_level, strict=True)])
    columns = [
        Column(str(number), [_cell(level, rows.get(arm)) for level, rows in zip(levels, by_level, strict=True)])
        for number, arm in enumerate(arms, 1)
    ]
    lines: list[Text] = []
    for strip in _strips(columns, labels, base, width):
        lines += [*table([*labels, base, *strip], width, _INDENT), Text()]
    legend = "; ".join(f"{number}\N{NO-BREAK SPACE}{clean(arm)}" for number, arm in enumerate(arms, 1))
    named = f"baseline {clean(baselines[0])}" if len(baselines) == 1 else "each level has its own baseline, by number"
    lines += paragraph(f"{named}; ratio of time to it: {legend}", width, _INDENT, 2)
    return lines + paragraph(LEGEND.replace("   ", "  "), width, _INDENT, 2, "dim")


def _labels(judged: JudgedRun) -> list[Column]:
    """Return a column for each factor that varies; none is ever dropped, since the table is about them."""
    names = varying_factors(judged) or ["level"]
    levels = judged.levels
    return [Column(clean(name), [clean(level.level.get(name, "")) for level in levels]) for name in names]


def _strips(columns: Sequence[Column], labels: Sequence[Column], base: Column, width: int) -> list[list[Column]]:
    room = width - _INDENT - sum(column.width + GAP for column in labels) - base.width
    strips: list[list[Column]] = [[]]
    used = 0
    for column in columns:
        if strips[-1] and used + column.width + GAP > room:
            strips.append([])
            used = 0
        strips[-1].append(column)
        used += column.width + GAP
    return strips


def _base(level: JudgedLevel, rows: Mapping[str, JudgedArm], numbers: Mapping[str, int]) -> str:
    """Return the baseline's time, with the baseline's number if levels have different ones."""
    baseline = rows.get(level.baseline) if level.baseline else None
    text = figures.time(baseline.median_ns) if baseline else ""
    if text and numbers and level.baseline:
        text = f"{numbers[level.baseline]}: {text}"
    return f"{text} {'*' if level.winner == level.baseline and text else ' '}".rstrip() if text else ""


def _cell(level: JudgedLevel, arm: JudgedArm | None) -> str:
    if arm is None or arm.ratio is None:
        return ""
    text = figures.ratio(arm.ratio)
    if arm.verdict is None:
        return text if arm.role == "baseline" else f"({text})"
    mark = "*" if level.winner == arm.arm else figures.MARKS[arm.verdict]
    return f"{text} {mark}"
