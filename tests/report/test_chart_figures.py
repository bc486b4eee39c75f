"""The figures that a chart draws: those of the judgement, to the last digit, and the band that verdicts go by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.report import figures
from iotrial.report.charts import cost_chart, forest, look
from iotrial.stats.verdict import band
from judge import made

ARMS = (("php/a", "baseline"), ("php/a", "placebo"), ("php/b", "arm"))


def test_a_bar_begins_and_ends_where_the_interval_does_and_the_table_says_the_same(tmp_path: Path) -> None:
    level = made.level({"entries": 10}, "php/a", ["php/b", "c/d"])
    run = made.judged(tmp_path, made.run([level]), {"php/b": 1.4, "c/d": 0.7}, noise=0.05)
    (judged,) = run.levels
    drawn = forest.of_level(judged, run.margin, "")
    assert drawn is not None
    rows = {row["arm"]: row for row in drawn.sets["rows"]}
    assert list(rows) == ["php/a", "c/d", "php/b"]
    for name in ("c/d", "php/b"):
        arm = judged.by_name[name]
        assert arm.low is not None and arm.ratio is not None and arm.high is not None
        assert (rows[name]["low"], rows[name]["ratio"], rows[name]["high"]) == (arm.low, arm.ratio, arm.high)
        assert rows[name]["label"] == f"{figures.ratio(arm.ratio)}x, {figures.time(arm.median_ns)}"
        assert rows[name]["look"] == arm.verdict
    drawn_ends = [value for row in rows.values() for value in (row["ratio"], row["low"], row["high"])]
    assert drawn.ends == [value for value in drawn_ends if value is not None]
    margin, floor = drawn.sets["bands"]
    assert (margin["low"], margin["high"]) == pytest.approx(band(run.margin))
    assert judged.placebo is not None and (floor["low"], floor["high"]) == (judged.placebo.low, judged.placebo.high)


@pytest.mark.parametrize("log", [False, True])
def test_marks_stand_at_the_fields_that_their_axis_is_called_after(log: bool) -> None:
    plot = forest.Forest("", "", "php/a", look.VERDICTS, {"rows": [], "bands": []})
    ends = [0.5, 4.0] if log else [0.9, 1.2]
    spec: dict[str, Any] = forest.spec(plot, ends)
    drawn = {
        one["mark"]["type"]: one["encoding"]
        for one in spec["layer"]
        if one["data"]["name"] == "rows" and "y" in one["encoding"]
    }
    assert drawn["point"]["x"]["field"] == "ratio"
    assert (drawn["rule"]["x"]["field"], drawn["rule"]["x2"]["field"]) == ("low", "high")
    assert {one["x"]["title"] for one in (drawn["point"], drawn["rule"])} == {"times as long as php/a (left is faster)"}
    (band_drawn,) = [one["encoding"] for one in spec["layer"] if one["mark"]["type"] == "rect"]
    assert (band_drawn["x"]["field"], band_drawn["x2"]["field"]) == ("low", "high")
    scales = [one["x"]["scale"] for one in (drawn["point"], drawn["rule"], band_drawn)]
    assert {one.get("type", "linear") for one in scales} == {"log" if log else "linear"}
    assert all(one["domain"] == [min(1.0, ends[0]), ends[1]] for one in scales)  # all panels have one axis


def test_an_arrow_points_to_where_its_mark_lies() -> None:
    assert (look.VERDICTS["faster"][1], look.VERDICTS["slower"][1]) == ("triangle-left", "triangle-right")
    assert {look.TIERS[tier][1] for tier in ("slower", "avoid")} == {"triangle-right"}


def test_a_fitted_line_goes_through_its_marks_or_the_line_is_theirs(tmp_path: Path) -> None:
    sizes = (1000, 10_000, 100_000)

    def grow(wrong: float) -> Any:
        def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
            if "wall_ns" not in columns:
                return columns
            scale = np.array([1.0, 10.0 * wrong, 100.0])[columns["level"]]
            return {**columns, "wall_ns": (columns["wall_ns"] * scale).astype(np.int64)}

        return change

    for wrong, places in ((1.0, 40), (1.5, 3)):
        levels = [
            made.level(
                {"entries": size}, "php/a", [], arms=[made.arm(name, role=role, work=size) for name, role in ARMS]
            )
            for size in sizes
        ]
        judged = made.judged(tmp_path / str(wrong), made.run(levels), {"php/b": 1.4}, change=grow(wrong))
        (group,) = cost_chart.groups(judged)
        lines = [row for row in group.sets["lines"] if row["arm"] == "php/b"]
        assert len(lines) == places, wrong
        for point in (row for row in group.sets["points"] if row["arm"] == "php/b"):
            sizes_of_line, told = (np.array([row[name] for row in lines], dtype=float) for name in ("units", "ns"))
            units, ns = (np.array(point[name], dtype=float) for name in ("units", "ns"))
            assert np.interp(units, sizes_of_line, told) == pytest.approx(ns, rel=cost_chart.NEAR)


def test_no_more_than_eight_lines_have_a_colour(tmp_path: Path) -> None:
    arms = [f"php/m{number}" for number in range(10)]
    group = cost_chart.CostGroup(
        "", "entries", "entries", "php/m0", arms, {1.0: "1"}, {"points": [], "lines": [], "crossings": []}
    )
    spec: dict[str, Any] = cost_chart.spec(group)
    color = next(one["encoding"]["color"] for one in spec["layer"] if "color" in one["encoding"])
    assert color["scale"]["range"][8:] == [look.GREY] * 2 and color["legend"]["values"] == arms[:8]
    assert len(set(color["scale"]["range"])) == 9
