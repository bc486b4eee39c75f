"""The stored doings of the machine are shown as a caution of the level, and are kept out of every figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.short_notes import company, noise
from iotrial.stats.judged_clock import Clock
from iotrial.store.record import Arm
from judge import made


def busy(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
    """Every worker waits a tenth of its time for the CPU, and some program for a disk."""
    rows = len(columns["wall_ns"])
    waited = (columns["wall_ns"] / 10).astype(np.int64)
    return {**columns, "queue_ns": waited, "io_pressure_ns": np.full(rows, 20_000_000)}


def codes(found: JudgedRun) -> set[str]:
    return {caution.code for caution in found.levels[0].cautions}


@pytest.mark.parametrize(
    ("factors", "arms", "expected"),
    [
        ({"sink": "null"}, ["php/b"], {"run_queue", "io_pressure"}),
        ({"sink": "pipe"}, ["php/b"], {"io_pressure"}),  # its reader takes turns with the worker
        ({"writers": 8}, ["php/b"], {"io_pressure"}),
        ({"clients": 8}, ["php/b"], {"io_pressure"}),
        ({"cache": "cold"}, ["php/b"], {"run_queue"}),
        ({"records": 9}, [made.arm("php/b", guarantees={"durable": "each record"})], {"run_queue"}),
    ],
)
def test_only_what_is_no_part_of_the_work_is_a_caution(
    tmp_path: Path, factors: dict[str, int | str], arms: list[str | Arm], expected: set[str]
) -> None:
    assert codes(made.judged(tmp_path, made.run([made.level(factors, "php/a", arms)]), change=busy)) == expected


def test_a_machine_that_told_nothing_has_no_caution_and_the_same_figures(tmp_path: Path) -> None:
    level = made.level({"sink": "null"}, "php/a", ["php/b"])
    silent = made.judged(tmp_path / "silent", made.run([level]), {"php/b": 0.5}).levels[0]
    noisy = made.judged(tmp_path / "noisy", made.run([level]), {"php/b": 0.5}, change=busy).levels[0]
    assert silent.cautions == [] and len(noisy.cautions) == 2
    for one, other in zip(silent.arms, noisy.arms, strict=True):
        assert one.model_copy(update={"cautions": []}) == other.model_copy(update={"cautions": []})


@pytest.mark.parametrize(
    ("machine", "clock", "waited", "expected"),
    [
        ({}, "wall less others", 0.5, True),
        ({"sessions_are_groups": False}, "wall less others", 0.5, True),
        ({"sessions_are_groups": False}, "wall less others", 0.01, False),
        ({"sessions_are_groups": False}, "wall less queue", 0.5, False),  # nobody takes turns with the worker
        ({"sessions_are_groups": True}, "wall less others", 0.5, False),
    ],
)
def test_company_at_a_pipe_is_told_unless_sessions_have_shares_of_their_own(
    tmp_path: Path, machine: dict[str, object], clock: Clock, waited: float, expected: bool
) -> None:
    def beside(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wall = columns["wall_ns"]
        others = (wall * waited).astype(np.int64)
        rest = wall - others
        told = {"user_ns": rest // 2, "system_ns": rest - rest // 2, "queue_ns": others}
        return {**columns, **told, "reader_ns": rest * 0, "reader_queue_ns": rest * 0}

    level = made.level({"sink": "pipe"}, "php/a", ["php/b"]).model_copy(update={"clock": clock})
    run = made.run([level])
    run = run.model_copy(update={"machine": {**run.machine, **machine}})
    found = made.judged(tmp_path, run, change=beside).levels[0]
    assert ("shared_turns" in {caution.code for caution in found.cautions}) is expected
    assert bool(company(found)) is expected and (company(found) in noise(found))
