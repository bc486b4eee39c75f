"""What a report says of the clock that a level is judged by (rule 28), and of the reader of its sink (rule 25)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.report.ranking_table import judged_by
from iotrial.report.run_screen import show
from judge import made
from report.shown import judged_once

READERS = ("bare", "copying", "slow")


def busy(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
    """Others have a quarter of the time at the first two readers; at the slow one the loop is the quicker."""
    slow = given["level"] == READERS.index("slow")
    work_ns = given["wall_ns"] * np.where(slow & (given["arm"] == 2), 0.4, 1.0)
    waited_ns = np.where(slow, 0.0, work_ns / 3)
    columns = {
        "wall_ns": work_ns + waited_ns,
        "user_ns": 0.6 * work_ns,
        "system_ns": 0.0 * work_ns,
        "queue_ns": waited_ns,
        "reader_ns": 0.4 * work_ns,
        "reader_queue_ns": 0.6 * work_ns,
    }
    return {**given, **{name: values.round().astype(np.int64) for name, values in columns.items()}}


@pytest.fixture
def shown(tmp_path: Path) -> str:
    levels = [
        made.level(
            {"sink": "pipe", "reader": reader},
            "php/readfile",
            ["php/fread_1k"],
            clock="wall" if reader == "slow" else "wall less others",
        )
        for reader in READERS
    ]
    run = made.run(levels, languages={"php": "PHP"})
    judged = judged_once(made.opened(tmp_path, run, {"php/fread_1k": 1.9}, change=busy))
    console = Console(width=160, file=io.StringIO())
    show(judged, console, details=True)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_an_answer_names_the_reader_at_which_it_turns(shown: str) -> None:
    assert (
        "In PHP it depends: at reader=bare or copying use readfile, the usual way; at reader=slow use fread_1k."
        in shown
    )


def test_the_clock_is_named_with_what_it_leaves_out_and_wall_time_stands_beside(shown: str) -> None:
    bare, slow = (shown.partition(f"\nreader={reader}\n")[2].partition("\n\n")[0] for reader in ("bare", "slow"))
    said = "judged by wall time without the 25 % in which the worker and its reader waited for a CPU that others had"
    assert said in bare and "judged by" not in slow
    heading, baseline = bare.splitlines()[:2]
    assert heading.split()[:3] == ["method", "time", "wall"] and " reader " in heading
    assert "2.00 ms  2.67 ms  1.000" in baseline and "800 µs" in baseline
    assert slow.splitlines()[0].split()[:3] == ["method", "time", "ratio"]


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0 %"), (0.0042, "0.42 %"), (0.2549, "25 %"), (0.9999, "100 %"), (None, "0 %")]
)
def test_a_share_of_any_size_is_said_in_few_digits(share: float | None, text: str, tmp_path: Path) -> None:
    run = made.run([made.level({"records": 1}, "php/a", ["php/b"])])
    (level,) = judged_once(made.opened(tmp_path, run, sweeps=1)).levels
    assert judged_by(level) == []
    (said,) = judged_by(level.model_copy(update={"clock": "wall less queue", "left_out_share": share}))
    expected = f"judged by wall time without the {text} in which the worker waited for a CPU that others had"
    assert said.text.replace("\N{NO-BREAK SPACE}", " ") == expected
