"""Many levels at a glance: a row for each method by its name, a column for each level, and what a cell says."""

from __future__ import annotations

from pathlib import Path

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.glance import LEGEND, SIGNS, GlanceCell, glance
from iotrial.store.record import Arm
from judge import made
from report.shown import judged_once

OTHERS: list[str | Arm] = [
    "php/same",
    "php/slow",
    "php/slowest",
    "c/fast",
    made.arm("go/wrong", status="disqualified", reason="a byte differs"),
]
RATIOS = {"php/slow": 1.5, "php/slowest": 40.0, "c/fast": 0.5}


def run(root: Path, *, sizes: tuple[int, ...] = (10, 100)) -> JudgedRun:
    levels = [made.level({"entries": size, "sink": "pipe"}, "php/base", OTHERS) for size in sizes]
    return judged_once(made.opened(root, made.run(levels), RATIOS))


def test_methods_are_rows_by_name_and_levels_are_columns(tmp_path: Path) -> None:
    shown = glance(run(tmp_path))
    assert shown.factors == ["entries"] and shown.levels == [["10"], ["100"]]
    assert [name for name, _ in shown.rows] == [
        *("php/base", "c/fast", "php/same", "php/slow", "php/slowest", "go/wrong")  # the baseline first, then by ratio
    ]


def test_a_cell_has_the_ratio_and_a_mark_only_if_no_difference_is_decided(tmp_path: Path) -> None:
    rows = {name: cells[0] for name, cells in glance(run(tmp_path)).rows}
    assert (rows["c/fast"].text, rows["c/fast"].mark) == ("0.500", "")
    assert rows["php/slow"].text.startswith("1.50") and rows["php/slow"].mark == ""
    assert rows["php/same"].mark == "=" and rows["php/base"].text.endswith("ms")


def test_what_was_taken_out_says_so_in_its_cell_where_all_methods_are_shown(tmp_path: Path) -> None:
    judged = run(tmp_path)
    assert dict(glance(judged).rows)["go/wrong"][0].text == "wrong"
    assert "go/wrong" not in dict(glance(judged, most=10).rows)


def test_at_an_invalid_level_every_figure_is_invalid(tmp_path: Path) -> None:
    judged = run(tmp_path)
    level = judged.levels[0].model_copy(update={"invalid": "the placebo differs"})
    shown = glance(judged, [level, judged.levels[1]])
    assert {cells[0].text for name, cells in shown.rows if name != "go/wrong"} == {"invalid"}
    assert dict(shown.rows)["c/fast"][1].text == "0.500"


def test_a_method_that_a_level_has_not_leaves_its_cell_empty(tmp_path: Path) -> None:
    levels = [made.level({"entries": size}, "php/base", OTHERS[:number]) for number, size in ((1, 10), (2, 100))]
    shown = glance(judged_once(made.opened(tmp_path, made.run(levels), RATIOS)))
    assert dict(shown.rows)["php/slow"][0] == GlanceCell("") and dict(shown.rows)["php/slow"][1].text


def test_as_a_table_figures_stand_below_each_other_and_the_legend_says_what_marks_mean(tmp_path: Path) -> None:
    shown = glance(run(tmp_path))
    table = shown.table()
    first, *columns = table.columns
    assert first.title == "entries" and first.cells[0] == "php/base"
    for column in columns:
        assert column.title.endswith("  ")  # as wide as a figure with its mark
        assert {len(cell) - len(cell.rstrip(" =?")) for cell in column.cells} == {2}
    assert [said.text for said in table.below] == [shown.legend]
    used = {cell.mark for _, cells in shown.rows for cell in cells} - {""}
    assert shown.legend.startswith(LEGEND) and all(
        (words in shown.legend) == (sign in used) for sign, words in SIGNS.items()
    )
