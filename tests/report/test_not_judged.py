"""Figures without a verdict: an arm that is not ranked and a run that is invalid say so wherever they are shown."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from iotrial.judge.explain_run import explain_run
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.report.level_answer import run_answer
from iotrial.report.markdown import markdown
from iotrial.report.ranking_table import ranking
from iotrial.report.run_screen import show
from iotrial.report.view import RunView, view
from iotrial.store.read import StoredRun
from judge import made


def viewed(stored: StoredRun) -> RunView:
    return view(stored.run, judge_run(Judging(stored)), explain_run(Judging(stored)), ())


def test_an_arm_whose_bytes_nobody_reads_is_not_ranked_and_nothing_else(tmp_path: Path) -> None:
    level = made.level({"sink": "null"}, "php/readfile", [made.arm("c/sendfile", tags=["untouched"]), "c/read_write"])
    stored = made.opened(tmp_path, made.run([level]), {"c/sendfile": 0.01})
    judged = judge_run(Judging(stored))
    table = ranking(judged, judged.levels[0])
    assert table is not None
    (verdicts,) = [column.cells for column in table.columns if column.title == "verdict"]
    assert verdicts[1].startswith("not ranked") and verdicts[0] == "baseline"
    assert "| not ranked" in markdown([viewed(stored)])


def test_a_run_that_is_invalid_names_no_winner_in_any_form(tmp_path: Path) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "wall_ns": np.where(given["arm"] == 1, given["wall_ns"] * 2, given["wall_ns"])}

    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in (10, 20)]
    stored = made.opened(tmp_path, made.run(levels), {"php/b": 0.5}, change=spoil)
    judged, said = judge_run(Judging(stored)), "Invalid, no verdict holds in this run: the baseline, measured twice"
    assert run_answer(judged).startswith(said)
    seen = viewed(stored)
    assert seen.answers[0][0].startswith(said) and seen.warnings[0].startswith("Invalid: ") and not seen.use
    out = io.StringIO()
    show(judged, Console(file=out, width=200), details=True)
    for text in (markdown([seen]), out.getvalue()):
        assert "is the fastest" not in text and "use b" not in text and "faster" not in text
