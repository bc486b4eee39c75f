"""The state of a level while its run goes on: fewer lines if the terminal is low, none if it is too narrow."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from iotrial.ask.study import level_name
from iotrial.judge.level_standing import ArmSoFar, Standing
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined, paragraph, table

#: Cautions that are spelt out. The rest are counted; all of them stand below the table of the finished run.
MOST_NOTES = 3


def level_lines(found: Standing, width: int) -> list[Text]:
    """Return the lines of a level: its name and rounds, its arms with their intervals so far, noise floor, cautions.

    No verdict is among them, since only the interval of the finished run counts.
    """
    arms, placebo, notes = found.arms, found.placebo, found.notes
    rounds = f"round {found.rounds}" + (f" of {found.planned}" if found.planned else "")
    ordered = [*arms[:1], *sorted(arms[1:], key=lambda arm: (arm.ratio is None, arm.ratio or 0.0, arm.arm))]
    lines = paragraph(f"{clean(level_name(found.level))}: {rounds}", width, 0, 2, "bold")
    lines += table(
        [
            Column("method", [clean(arm.arm) for arm in ordered], "left", folds=True),
            Column("time", [figures.time(arm.median_ns) for arm in ordered], drop=1),
            Column("so far [low, high]", [figures.interval(arm) for arm in ordered], "left"),
            Column("width", [width_of(arm) for arm in ordered], drop=2),
        ],
        width,
    )
    if placebo.ratio is not None:
        lines += paragraph(f"noise floor so far: {joined(figures.fine_interval(placebo))}", width, 2, 2, "dim")
    if all(arm.low is None for arm in arms):
        lines += paragraph(f"intervals from round {found.first_interval} on", width, 2, 2, "dim")
    for note in notes[:MOST_NOTES]:
        lines += paragraph(f"caution: {clean(note)}", width, 2, 2, "dim")
    if len(notes) > MOST_NOTES:
        lines += paragraph(f"cautions beside these: {len(notes) - MOST_NOTES}", width, 2, 2, "dim")
    return lines


def width_of(arm: ArmSoFar) -> str:
    """Return the width of the arm's interval as a share of its ratio; it shrinks as rounds are added."""
    if arm.low is None or arm.high is None:
        return ""
    return f"{100 * (arm.high / arm.low - 1):.1f} %"


def fitted(lines: Sequence[Text], width: int, height: int) -> list[Text]:
    """Return as many of the lines as fit the terminal; none if one would be cut, since half a figure misleads."""
    if any(cell_len(line.plain) > width for line in lines) or height < 3:
        return []
    if len(lines) <= height:
        return list(lines)
    return [*lines[: height - 1], Text("  …", style="dim")]
