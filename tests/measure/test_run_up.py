"""Workers that begin too late for a window: the next ones of their level wait for them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from unittest import mock

import duckdb
import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.measure.carry_out import carry_out
from iotrial.measure.run_setting import RunSetting
from iotrial.store.read import StoredRun, open_run
from iotrial.workers import window, worker_group
from measure.silent import Silent
from unhurried import PYTHON, C, unhurried

#: What follows a method whose first call in a process takes so many seconds more, as where much is loaded first.
SLOW_AT_FIRST = """

import time

usual, waits = append, [{seconds}]


def append(path, records):
    time.sleep(waits.pop() if waits else 0)
    return usual(path, records)
"""
OTHER = "python/slow_at_first"

#: The length of a window here; usually it is more than twice as long.
WINDOW_NS = 100_000_000


def measured(
    tmp_path: Path, seconds: float = 0, rounds: int = 2, window_ns: int = WINDOW_NS, baseline: str = C
) -> StoredRun:
    """A short run with two writers, of a method and of one in Python that is slow at first."""
    methods = unhurried(tmp_path / "tree")
    text = (methods / "append" / f"{PYTHON}.py").read_text()
    (methods / "append" / f"{OTHER}.py").write_text(text + SLOW_AT_FIRST.format(seconds=seconds))
    catalog = tree.load((methods,))
    study = make("append", catalog, {"records": "50", "writers": "2"}, methods=[baseline, OTHER])
    setting = RunSetting(catalog, tmp_path / "results", None, Silent(), False)
    with mock.patch.object(window, "LENGTH_NS", window_ns):
        return open_run(carry_out(dataclasses.replace(study, rounds=rounds, blocks=1, seed=1), setting))


def reasons(run: StoredRun) -> list[str | None]:
    """The reasons of its samples; None for one that counts."""
    found = duckdb.read_parquet(f"{run.folder}/sweep-*.parquet").select("reason").fetchall()
    return [None if reason is None else str(reason) for (reason,) in found]


def test_windows_open_later_where_workers_began_too_late(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(worker_group, "RUN_UP_NS", -200_000_000)
    assert set(reasons(measured(tmp_path))) == {None}


def test_a_window_that_nobody_can_be_in_time_for_is_void(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(worker_group, "RUN_UP_NS", -2 * worker_group.MOST_MORE_RUN_UP_NS)
    assert all("workers began after the window did" in str(reason) for reason in reasons(measured(tmp_path)))


@pytest.mark.parametrize(("seconds", "status"), [(0.3, "measured"), (1.0, "failed")])
def test_an_arm_that_is_slow_at_first_gets_the_time_that_it_takes_if_that_is_short(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seconds: float, status: str
) -> None:
    """Its first window ends before 0.3 s; with twice a window more, the last ends before 1 s."""
    usual_ns = window.LENGTH_NS
    monkeypatch.setattr(worker_group, "MOST_MORE_RUN_UP_NS", 2 * usual_ns)
    run = measured(tmp_path, seconds, rounds=3, window_ns=usual_ns, baseline=PYTHON)
    arms = {arm.arm: arm for arm in run.run.levels[0].arms}
    assert arms[OTHER].status == status, arms[OTHER].reason
    assert arms[PYTHON].status == "measured" and None in reasons(run)
