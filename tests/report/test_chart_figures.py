"""The figures that a chart draws: those of the judgement, to the last digit, and the band that verdicts go by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.judge.judge_run import judge_folder
from iotrial.report import figures
from iotrial.report.charts import forest
from iotrial.stats.verdict import band
from judge import made


def test_a_bar_begins_and_ends_where_the_interval_does_and_the_table_says_the_same(tmp_path: Path) -> None:
    level = made.level({"entries": 10}, "php/a", ["php/b", "c/d"])
    run = judge_folder(made.store(tmp_path, made.run([level]), {"php/b": 1.4, "c/d": 0.7}, noise=0.05))
    (judged,) = run.levels
    drawn = forest.data(judged, run.margin)
    assert drawn is not None
    rows = {row["arm"]: row for row in drawn["rows"]}
    assert list(rows) == ["php/a", "c/d", "php/b"]
    for name in ("c/d", "php/b"):
        arm = judged.by_name[name]
        assert arm.low is not None and arm.ratio is not None and arm.high is not None
        assert (rows[name]["low"], rows[name]["ratio"], rows[name]["high"]) == (arm.low, arm.ratio, arm.high)
        center, low, high = (figures.ratio(value, arm.ratio) for value in (arm.ratio, arm.low, arm.high))
        assert rows[name]["told"] == f"{center} [{low}, {high}]" and low < center < high
        assert (rows[name]["verdict"], rows[name]["time"]) == (arm.verdict, figures.time(arm.median_ns))
    margin, floor = drawn["bands"]
    assert (margin["low"], margin["high"]) == pytest.approx(band(run.margin))
    assert judged.placebo is not None and (floor["low"], floor["high"]) == (judged.placebo.low, judged.placebo.high)


@pytest.mark.parametrize("log", [False, True])
def test_marks_stand_at_the_fields_that_their_axis_is_called_after(log: bool) -> None:
    spec: dict[str, Any] = forest.spec(log=log)
    drawn = {one["mark"]["type"]: one["encoding"] for one in spec["layer"] if one["data"]["name"] == "rows"}
    assert drawn["point"]["x"]["field"] == "ratio"
    assert (drawn["rule"]["x"]["field"], drawn["rule"]["x2"]["field"]) == ("low", "high")
    assert {one["x"]["title"] for one in (drawn["point"], drawn["rule"])} == {forest.TITLE}
    (band_drawn,) = [one["encoding"] for one in spec["layer"] if one["mark"]["type"] == "rect"]
    assert (band_drawn["x"]["field"], band_drawn["x2"]["field"]) == ("low", "high")
    (dots,) = [one["encoding"] for one in spec["layer"] if one["data"]["name"] == "dots"]
    assert dots["x"]["field"] == "ratio"
    scales = {one["x"]["scale"].get("type", "linear") for one in (drawn["point"], drawn["rule"], band_drawn, dots)}
    assert scales == {"log" if log else "linear"}
