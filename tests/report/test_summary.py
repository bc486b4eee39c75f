"""The last words of a call that ran several studies."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from analysis import made
from iotrial.analysis.judge import judge_folder
from iotrial.analysis.judged_run import JudgedRun
from iotrial.report.summary import summarise


def document(root: Path, study: str, sizes: list[int], others: list[Any], ratios: made.Ratios) -> JudgedRun:
    levels = [made.level({"entries": size, "target": "disk"}, "php/readdir", others) for size in sizes]
    levels = [
        level.model_copy(update={"arms": [arm.model_copy(update={"work": size}) for arm in level.arms]})
        for level, size in zip(levels, sizes, strict=True)
    ]
    return judge_folder(made.store(root, made.run(levels, study=study, run=study), ratios))


def printed(documents: list[JudgedRun], width: int) -> str:
    file = io.StringIO()
    summarise(documents, Console(file=file, width=width))
    return file.getvalue()


def test_each_study_has_its_answer_and_what_was_left_open(tmp_path: Path) -> None:
    skipped = made.arm("go/x", status="skipped", reason="no go")
    documents = [
        document(tmp_path, "readfile", [1], ["c/readdir"], {"c/readdir": 0.5}),
        document(tmp_path, "list-directory", [1, 2, 3], ["php/scandir", skipped], {}),
    ]
    lines = printed(documents, 200).splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("readfile: c/readdir is the fastest; next is php/readdir, which takes 2.0")
    assert "1 faster" in lines[1] and "one session" in lines[1]
    assert lines[2] == (
        "list-directory: No single winner at 3 of 3 levels, where php/readdir and php/scandir cannot be told apart."
    )
    assert "3 equivalent, 3 skipped" in lines[3]


def test_what_another_value_of_a_factor_does_is_said(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("disk", "tmpfs")]
    text = " ".join(printed([judge_folder(made.store(tmp_path, made.run(levels)))], 500).split())
    assert re.search(r"target=tmpfs instead of disk: php/a takes 1\.000 \[.*\] times as long, php/b takes ", text)


def test_where_the_winner_changes_is_said(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("disk", "xfs")]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 1), 4.0, 1.0)
        columns["wall_ns"] = (columns["wall_ns"] * factor).astype(np.int64)
        return columns

    found = judge_folder(made.store(tmp_path, made.run(levels), {"php/b": 0.5}, sweeps=16, change=turn))
    text = " ".join(printed([found], 500).split())
    assert "The winner changes: php/b at target=disk; php/a at target=xfs." in text


def test_it_fits_a_narrow_terminal(tmp_path: Path) -> None:
    documents = [document(tmp_path, "readfile", [1], ["c/readdir"], {"c/readdir": 0.5})]
    assert max(len(line) for line in printed(documents, 60).splitlines()) <= 60
