"""Two runs of one study on a terminal: the changes, with the intervals of both."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from iotrial.judge.compared_runs import ArmThen, ComparedArm, ComparedRuns
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, paragraph, table
from iotrial.report.level_words import level_said
from iotrial.report.parts import gathered

#: From this width on, both runs stand in one line.
WIDE = 80


def show(compared: ComparedRuns, console: Console) -> None:
    """Print what differs between the runs, then a table of each level, arms that changed first."""
    width = console.width
    before, after = compared.before, compared.after
    lines = paragraph(f"{clean(after.study)}: {clean(before.run)} and {clean(after.run)}", width, 0, 2, "bold")
    for one in compared.differs:
        told = f"{clean(one.what)}: {clean(one.before)}, then {clean(one.after)}"
        lines += paragraph(told, width, 2, 2, "dim")
    for side in (before, after):
        if side.invalid:
            lines += paragraph(f"{clean(side.run)} is invalid: {clean(side.invalid)}", width, 0, 2, "bold magenta")
    everything = [arm.level for arm in compared.arms]
    for name, rows in gathered((level_said(arm.level, everything), arm) for arm in compared.arms).items():
        over = f"over {clean(rows[0].baseline)}"
        lines += [Text(), *paragraph(f"{name}, {over}" if name else over, width, 0, 2, "bold")]
        rows.sort(key=lambda arm: (not arm.changed, not arm.apart))
        lines += table(_beside(rows) if width >= WIDE else _below(rows), width)
    for only, which in ((compared.only_before, "first"), (compared.only_after, "second")):
        if only:
            lines += paragraph(f"only in the {which}: {'; '.join(clean(one) for one in only)}", width, 2, 2)
    lines += [Text(), *paragraph(_answer(compared), width, style="bold")]
    emit(console, lines)


def _beside(rows: list[ComparedArm]) -> list[Column]:
    """Return the columns with both runs in one line."""
    return [
        Column("method", [clean(row.arm) for row in rows], "left", folds=True),
        Column("before [low, high]", [figures.interval(row.before) for row in rows], "left"),
        Column("", [_verdict(row.before) for row in rows], "left", styles=figures.STYLES),
        Column("after [low, high]", [figures.interval(row.after) for row in rows], "left"),
        Column(" ", [_verdict(row.after) for row in rows], "left", styles=figures.STYLES),
        Column("change", [_change(row) for row in rows], "left"),
    ]


def _below(rows: list[ComparedArm]) -> list[Column]:
    """Return the columns with a line for each run, for a narrow terminal."""
    sides = [(row, side, which) for row in rows for side, which in ((row.before, "before"), (row.after, "after"))]
    return [
        Column("method", [clean(row.arm) if which == "before" else "" for row, _, which in sides], "left", folds=True),
        Column("", [which for _, _, which in sides], "left"),
        Column("ratio [low, high]", [figures.interval(side) for _, side, _ in sides], "left"),
        Column(" ", [_verdict(side) for _, side, _ in sides], "left", styles=figures.STYLES),
        Column("change", [_change(row) if which == "after" else "" for row, _, which in sides], "left"),
    ]


def _verdict(side: ArmThen) -> str:
    return side.verdict or (side.status if side.status != "measured" else "not ranked")


def _change(row: ComparedArm) -> str:
    return "changed" if row.changed else "apart" if row.apart else ""


def _answer(compared: ComparedRuns) -> str:
    arms, changed = compared.arms, compared.changed
    apart = sum(arm.apart and not arm.changed for arm in arms)
    decided = sum(arm.is_decided for arm in arms)
    if not arms:
        return "Nothing can be compared: the runs have no method in common at any level."
    if changed:
        text = f"{changed} of {len(arms)} verdicts changed"
    elif decided == len(arms):
        text = f"No verdict of {decided} changed"
    elif decided:
        text = f"No verdict of the {decided} of {len(arms)} that both runs decided changed"
    else:
        text = (
            "The only verdict is undecided in one of the runs"
            if len(arms) == 1
            else f"None of {len(arms)} verdicts is decided in both runs"
        )
    if apart:
        more = " more" if changed else ""
        text += f"; {apart}{more} {'has' if apart == 1 else 'have'} intervals that do not overlap"
    return text + "."
