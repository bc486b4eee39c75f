"""Sentences about several workers at once: which keep up, how a lock is shared, what clients take together."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.columns import COLUMNS
from iotrial.report.group_table import several
from iotrial.report.run_screen import show
from iotrial.store.record import LockWait, Records
from judge import made
from report.shown import judged_once

WHOLE = Records(handed=1000, lost=0, torn=0, interleaved=0, doubled=0, unknown=0, astray=0)


def judged(
    root: Path, factors: dict[str, int | str], served: tuple[int, int] = (0, 0), late_every: int = 1
) -> JudgedRun:
    """A level of two arms, php/a and php/b; of a hundred that were due each served so many, all in other rounds."""
    given = {"records": WHOLE, "all_bytes": 10 << 20}
    waits = {"php/a": LockWait(count=0), "php/b": LockWait(count=9, p50_ns=10, p90_ns=20, p99_ns=30, longest_ns=9000)}
    arms = [made.arm("php/a", role=role, lock_wait=waits["php/a"], **given) for role in ("baseline", "placebo")]
    arms.append(made.arm("php/b", lock_wait=waits["php/b"], **{**given, "all_bytes": 30 << 20}))
    level = made.level(factors, "php/a", [], arms=arms, window_ns=250_000_000, workers=2)

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        arm = columns["arm"]
        rows = len(arm)
        found = {
            **columns,
            **dict.fromkeys(("p50_ns", "p90_ns", "longest_ns", "stall_ns"), np.full(rows, 5000)),
            "p99_ns": np.where(arm == 2, 4000, 2000),
            "jain_ppm": np.full(rows, 500_000),
            "longest_run": np.full(rows, 1700),
        }
        if any(served):
            found["due"] = np.full(rows, 100)
            done = served if sweep % late_every == 0 else (100, 100)
            found["served"] = np.where(arm == 2, done[1], done[0])
        return found

    return judged_once(made.opened(root, made.run([level], work_unit="records"), change=change))


def printed(
    root: Path,
    factors: dict[str, int | str],
    served: tuple[int, int] = (0, 0),
    width: int = 400,
    *,
    late_every: int = 1,
    details: bool = False,
) -> str:
    file = io.StringIO()
    show(judged(root, factors, served, late_every), Console(file=file, width=width, color_system=None), details=details)
    return file.getvalue()


def columns_of(run: JudgedRun, unit: str = "bytes") -> dict[str, list[str]]:
    """The table of the only level, column by column."""
    table = several(run.levels[0], unit)
    assert table is not None
    return {column.title: list(column.cells) for column in table.columns}


def of_servers(root: Path, loop: str = "closed loop", *, logs: bool = True) -> JudgedRun:
    """A level of two servers, of which php/b is twice as slow and logs how long each request held a process."""
    arms = [made.arm("php/a", role=role) for role in ("baseline", "placebo")]
    factors: dict[str, int | str] = {"clients": 8, "arrival": "100/s" if loop == "open loop" else "none"}
    level = made.level(factors, "php/a", [], arms=[*arms, made.arm("php/b")], requests=loop)

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        held = [80_000 if arm == 2 and logs else None for arm in columns["arm"].tolist()]
        tails = dict.fromkeys(("p50_ns", "p90_ns", "p99_ns", "longest_ns"), np.full(rows, 5000))
        return {**columns, **tails, "requests": np.full(rows, 40), "held_ns": held}

    return judged_once(made.opened(root, made.run([level]), {"php/b": 2.0}, noise=0.0, change=change))


def test_every_column_is_described(tmp_path: Path) -> None:
    titles = [
        *columns_of(judged(tmp_path / "writers", {"writers": 2, "arrival": "10000/s"}, (100, 98)), "records"),
        *columns_of(of_servers(tmp_path / "servers")),
    ]
    described = list(COLUMNS["Several at once"])
    assert set(titles) == set(described)
    for table in (titles[: titles.index("memory") + 1], titles[titles.index("memory") + 1 :]):
        assert sorted(table, key=described.index) == table


def test_servers_have_a_column_of_requests_and_one_of_how_long_each_holds_a_process(tmp_path: Path) -> None:
    found = columns_of(of_servers(tmp_path))
    assert found["requests"] == ["500 requests/s", "250 requests/s"]
    assert found["held"] == ["", "2.00 µs"]
    assert "stall" not in found and "served" not in found and "fairness" not in found


def test_servers_that_log_nothing_have_no_column_for_it(tmp_path: Path) -> None:
    assert "held" not in columns_of(of_servers(tmp_path, logs=False))


def test_requests_that_come_at_a_rate_have_no_column_of_how_many_they_are(tmp_path: Path) -> None:
    found = columns_of(of_servers(tmp_path, "open loop"))
    assert "requests" not in found and found["held"] == ["", "2.00 µs"]


def test_workers_that_are_no_servers_have_neither(tmp_path: Path) -> None:
    found = columns_of(judged(tmp_path, {"writers": 2}), "records")
    assert "requests" not in found and "held" not in found and found["stall"] == ["5.00 µs", "5.00 µs"]


def test_how_a_lock_is_shared_is_said_of_the_methods_that_take_one(tmp_path: Path) -> None:
    said = "up to 9.00 µs, and 1,700 records of one writer in a row (evenness 0.50)."
    for details, name in ((False, "b"), (True, "php/b")):
        text = printed(tmp_path / str(details), {"writers": 2}, details=details)
        start = "The longest wait for the lock, and how evenly the writers share it (1 is even)"
        assert f"{start}: {name}: {said}" in text
        assert "keep up" not in text and "clients" not in text


@pytest.mark.parametrize(
    ("served", "words"),
    [
        (
            (100, 100),
            "All keep up with 10000/s; of a hundred records 99 are written within 2.00 µs (php/a) to 4.00 µs (php/b).",
        ),
        (
            (100, 98),
            "These cannot keep up with 10000/s; done in time: 98.0% by php/b. The others keep up with 10000/s; of a "
            "hundred records 99 are written within 2.00 µs (php/a).",
        ),
        ((40, 98), "These cannot keep up with 10000/s; done in time: 40.0% by php/a, 98.0% by php/b.\n"),
    ],
)
def test_who_keeps_up_with_what_arrives_is_said(tmp_path: Path, served: tuple[int, int], words: str) -> None:
    for details in (False, True):
        text = printed(tmp_path / str(details), {"writers": 2, "arrival": "10000/s"}, served, details=details)
        assert (words if details else words.replace("php/", "")) in text
        assert "records/s" not in text  # the amount done says nothing if work comes at a rate of its own


def test_who_keeps_up_in_some_rounds_only_is_not_decided(tmp_path: Path) -> None:
    for details in (False, True):
        level: dict[str, int | str] = {"writers": 2, "arrival": "10000/s"}
        text = printed(tmp_path / str(details), level, (100, 80), late_every=2, details=details)
        name = "php/b" if details else "b"
        said = f"It is unclear if these keep up with 10000/s: 90.0% by {name}. The others keep up with 10000/s"
        assert said in text


def test_what_clients_take_together_is_said(tmp_path: Path) -> None:
    said = "The memory of 8 clients together is 10.0 MiB (php/a) to 30.0 MiB (php/b)."
    assert said.replace("php/", "") in printed(tmp_path / "brief", {"clients": 8})
    text = printed(tmp_path / "details", {"clients": 8}, details=True)
    assert said in text and "records/s" in text


def test_how_well_the_clocks_of_hosts_were_known_is_said_if_there_are_several(tmp_path: Path) -> None:
    (level,) = judged(tmp_path, {"writers": 2}).levels
    assert "clocks" not in str(several(level, "records"))
    arms = [
        arm.model_copy(update={"several": arm.several and arm.several.model_copy(update={"clock_error_ns": error_ns})})
        for arm, error_ns in zip(level.arms, (100_000.0, 200_000.0), strict=True)
    ]
    table = several(level.model_copy(update={"arms": arms}), "records")
    assert table is not None
    assert table.below[-1].text == "the clocks of the writers' hosts were known to within 200 µs"


@pytest.mark.parametrize("details", [False, True], ids=["brief", "details"])
@pytest.mark.parametrize("width", [100, 60])
def test_it_fits_a_terminal(tmp_path: Path, width: int, details: bool) -> None:
    text = printed(tmp_path, {"writers": 2, "arrival": "10000/s"}, (100, 98), width, details=details)
    assert max(len(line) for line in text.splitlines()) <= width
