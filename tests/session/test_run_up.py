"""Workers that begin too late for a window: the next ones of their level wait for them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import duckdb
import pytest

from iotrial.catalog import tree
from iotrial.session.carry_out import carry_out
from iotrial.session.setting import Setting
from iotrial.study.adhoc import make
from iotrial.workers import worker_group
from session.silent import Silent


def reasons(tmp_path: Path) -> list[str | None]:
    """The reasons of the samples of a short run with two writers; None for one that counts."""
    catalog = tree.load()
    study = make("append", catalog, {"records": "50", "writers": "2"}, methods=["c/flock_each", "python/flock_each"])
    setting = Setting(catalog, tmp_path / "results", None, Silent(), False)
    folder = carry_out(dataclasses.replace(study, rounds=3, blocks=1, seed=1), setting)
    found = duckdb.read_parquet(f"{folder}/sweep-*.parquet").select("reason").fetchall()
    return [None if reason is None else str(reason) for (reason,) in found]


def test_windows_open_later_where_workers_began_too_late(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(worker_group, "RUN_UP_NS", -200_000_000)
    assert set(reasons(tmp_path)) == {None}


def test_a_window_that_nobody_can_be_in_time_for_is_void(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(worker_group, "RUN_UP_NS", -2 * worker_group.MOST_MORE_RUN_UP_NS)
    assert all("workers began after the window did" in str(reason) for reason in reasons(tmp_path))
