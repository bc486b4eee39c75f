"""Many levels at a glance: methods by name as rows, a column for each level, in each cell a ratio to the baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import Column, clean
from iotrial.report.parts import Said, Table, gathered
from iotrial.report.ranking_table import timed
from iotrial.report.work_timed import share_shown, work_said

#: What stands behind a ratio that does not say "faster" or "slower" by itself.
MARKS = {"equivalent": "=", "undecided": "?"}

LEGEND = "times as long as the baseline in the first row"

#: The signs of a table, each with its words; one that no cell has is not explained.
SIGNS = {
    "=": "= as good",
    "?": "? unclear",
    "(": "( ) nobody reads the bytes that it hands over",
}

#: A status in a cell that has room for a ratio.
_SHORT_STATUS = {"disqualified": "wrong"}


@dataclass(frozen=True)
class GlanceCell:
    """A method at a level: what its cell shows, and the mark behind it."""

    text: str
    mark: str = ""


@dataclass(frozen=True)
class Glance:
    """The table: the factors that vary, the values of each level, and the cells of each method by its name."""

    factors: list[str]
    levels: list[list[str]]
    rows: list[tuple[str, list[GlanceCell]]]
    work: str = ""  # what the times of the baseline are of

    def table(self) -> Table:
        """Return it as any other table, a row for each factor above the methods."""
        heads = [*self.factors, *(name for name, _ in self.rows)]
        columns = [Column(heads[0], heads[1:], "left", folds=True)]
        # Figures stand below each other, with a mark behind them or without.
        width = 2 if any(cell.mark for _, cells in self.rows for cell in cells) else 0
        for place, values in enumerate(self.levels):
            first, *others = (f"{value}{'':{width}}" for value in values)
            cells = [
                f"{row[place].text}{f' {row[place].mark}':{width}}"[: len(row[place].text) + width]
                for _, row in self.rows
            ]
            columns.append(Column(first, [*others, *cells]))
        return Table(columns, "", (Said(self.legend, "dim"),))

    @property
    def legend(self) -> str:
        """Return what a figure is, and what each sign means that is in the table."""
        cells = [cell for _, row in self.rows for cell in row]
        used = {cell.mark for cell in cells} | {cell.text[:1] for cell in cells}
        told = [words for sign, words in SIGNS.items() if sign in used]
        return "; ".join(filter(None, [LEGEND, ", ".join(told), self.work]))


def glance(judged: JudgedRun, levels: Sequence[JudgedLevel] | None = None, most: int | None = None) -> Glance:
    """Return the table of some levels, or of all that were measured, with `most` methods that have a verdict or all."""
    chosen = [level for level in judged.levels if level.status == "measured"] if levels is None else levels
    factors = varying_factors(judged) or ["level"]
    rows = in_order(chosen)[:most]
    if most is None:  # those that were timed and taken out say so in their cells
        rows += dict.fromkeys(
            arm.arm for level in chosen for arm in level.arms if arm.median_ns and arm.arm not in rows
        )
    return Glance(
        [clean(name) for name in factors],
        [[clean(level.level.get(name, "")) for name in factors] for level in chosen],
        [(clean(arm), [_cell(judged, level, level.by_name.get(arm)) for level in chosen]) for arm in rows],
        work_said(judged, chosen, in_order=False),
    )


def in_order(levels: Sequence[JudgedLevel]) -> list[str]:
    """Return the methods that have a time, the usual baseline first and then by their middle ratio."""
    baselines = Counter(level.baseline for level in levels if level.baseline)
    found = gathered((arm.arm, arm.ratio or 1.0) for level in levels for arm in timed(level))
    usual = baselines.most_common(1)[0][0] if baselines else None
    middle = {arm: sorted(ratios)[len(ratios) // 2] for arm, ratios in found.items()}
    return sorted(found, key=lambda arm: (arm != usual, middle[arm], arm))


def _cell(judged: JudgedRun, level: JudgedLevel, arm: JudgedArm | None) -> GlanceCell:
    if arm is None:
        return GlanceCell("")
    if arm.status != "measured":
        return GlanceCell(_SHORT_STATUS.get(arm.status, arm.status))
    if arm.median_ns is None:
        return GlanceCell("")
    if level.invalid or arm.verdict == "invalid":
        return GlanceCell("invalid")
    if arm.record.role == "baseline":
        return GlanceCell(figures.time(arm.median_ns * share_shown(judged, level)))
    if arm.ratio is None or arm.verdict is None:
        return GlanceCell(f"({figures.ratio(arm.ratio)})" if arm.ratio else "")
    return GlanceCell(figures.ratio(arm.ratio), MARKS.get(arm.verdict, ""))
