"""What a time in a table is of is said below it, and is the same wherever times stand beside each other."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.glance import glance
from iotrial.report.ranking_table import ranking
from iotrial.report.run_screen import show
from iotrial.report.work_timed import share_shown, work_said
from iotrial.store.record import LevelRecord
from judge import made
from report.shown import judged_once


def level(factors: dict[str, int | str], work: int, **given: Any) -> LevelRecord:
    arms = [made.arm("php/a", role=role, work=work) for role in ("baseline", "placebo")]
    arms.append(made.arm("php/b", work=work))
    return made.level(factors, "php/a", [], arms=arms, **given)


def run(root: Path, levels: list[LevelRecord], unit: str = "records") -> JudgedRun:
    several = [number for number, one in enumerate(levels) if one.window_ns]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        """A window of several workers at once has a time for each piece of work."""
        is_of_several = np.isin(columns["level"], several)
        values = [5000 if one else None for one in is_of_several]
        tails = dict.fromkeys(("p50_ns", "p90_ns", "p99_ns", "longest_ns"), values)
        return {**columns, **tails} if several else columns

    return judged_once(made.opened(root, made.run(levels, work_unit=unit), {"php/b": 1.5}, change=change))


def printed(judged: JudgedRun, width: int = 80, *, details: bool = False) -> str:
    file = io.StringIO()
    show(judged, Console(file=file, width=width, color_system=None), details=details)
    return file.getvalue()


@pytest.mark.parametrize(
    ("unit", "work", "told"),
    [
        ("records", 10_000, "each time is that of 10,000 records"),
        ("records", 1, "each time is that of one record"),
        ("entries", 1, "each time is that of one entry"),
        ("bytes", 4096, "each time is that of 4 KiB"),
        ("bytes", 1, "each time is that of 1 B"),
    ],
)
@pytest.mark.parametrize("details", [False, True])
def test_the_work_of_a_time_is_said_below_its_table(
    tmp_path: Path, unit: str, work: int, told: str, details: bool
) -> None:
    lines = printed(run(tmp_path, [level({"size": work}, work)], unit), details=details).splitlines()
    assert lines.count(f"  {told}") == 1


def test_several_workers_and_one_alone_have_times_of_the_same_work_side_by_side(tmp_path: Path) -> None:
    alone = level({"records": 10_000, "writers": 1}, 10_000)
    several = level({"records": 10_000, "writers": 2}, 1, window_ns=250_000_000, workers=2)
    judged = run(tmp_path, [alone, several])
    assert judged.levels[0].arms[0].several is None and judged.levels[1].arms[0].several is not None
    assert [share_shown(judged, one) for one in judged.levels] == [1 / 10_000, 1.0]
    brief = printed(judged)
    assert "each time is that of one record" in brief
    assert re.search(r"^  a +200 ns +2\.00 ms ", brief, re.MULTILINE)
    assert dict(glance(judged).rows)["php/a"][0].text == "200 ns" and "one\xa0record" in glance(judged).legend
    for one, time in zip(judged.levels, ("200 ns", "2.00 ms"), strict=True):
        table = ranking(judged, one)
        assert table is not None and table.columns[1].cells[0] == time


def test_levels_that_name_their_own_work_have_its_time_and_no_line(tmp_path: Path) -> None:
    judged = run(tmp_path, [level({"records": size}, size) for size in (10, 10_000)])
    assert [share_shown(judged, one) for one in judged.levels] == [1.0, 1.0]
    assert work_said(judged, judged.levels) == "" and "each time" not in printed(judged)


def test_levels_whose_work_no_head_says_are_told_one_by_one(tmp_path: Path) -> None:
    judged = run(tmp_path, [level({"pages": size}, size * 4096) for size in (1, 2)], "bytes")
    assert work_said(judged, judged.levels) == "the times are, from left to right, those of 4\xa0KiB and 8\xa0KiB"


def test_work_that_is_not_known_is_not_told(tmp_path: Path) -> None:
    judged = run(tmp_path, [level({"records": 10}, 0)])
    assert work_said(judged, judged.levels) == ""
