"""Databases in memory that stay open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from iotrial.store import database
from iotrial.store.database import cursor

ONE = {"threads": 1}


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """No database is open yet; the settings of each that is opened."""
    settings: list[Any] = []
    connect = duckdb.connect

    def counted(config: dict[str, Any]) -> Any:
        settings.append(config)
        return connect(config=config)

    monkeypatch.setattr(database, "_OPEN", {})
    monkeypatch.setattr(duckdb, "connect", counted)
    return settings


def test_a_database_is_opened_once_for_the_same_settings(opened: list[Any]) -> None:
    for settings in (ONE, ONE, {"threads": 2}):
        with cursor(settings) as connection:
            found = connection.execute("SELECT current_setting('threads')").fetchall()
        assert found == [(settings["threads"],)]
    assert [config["threads"] for config in opened] == [1, 2]


def test_what_one_connection_knows_another_does_not() -> None:
    first, second = cursor(ONE), cursor(ONE)
    first.register("given", {"number": np.arange(3)})
    assert first.execute("SELECT count(*) FROM given").fetchall() == [(3,)]
    with pytest.raises(duckdb.CatalogException):
        second.execute("SELECT count(*) FROM given")
    first.close()
    second.close()


def test_a_database_that_has_ended_is_opened_again(opened: list[Any]) -> None:
    cursor(ONE).close()
    (only,) = database._OPEN.values()
    only.close()
    with cursor(ONE) as connection:
        assert connection.execute("SELECT 7").fetchall() == [(7,)]
    assert len(opened) == 2


def test_a_fork_opens_its_own(monkeypatch: pytest.MonkeyPatch, opened: list[Any]) -> None:
    cursor(ONE).close()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    cursor(ONE).close()
    assert len(opened) == 2


def test_a_file_that_became_another_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    found = []
    for number in (1, 2):
        with cursor(ONE) as connection:
            connection.execute(f"COPY (SELECT {number} AS one) TO '{path}' (FORMAT parquet)")
            os.utime(path, ns=(1, 1))
            found += connection.execute(f"SELECT one FROM '{path}'").fetchall()
    assert found == [(1,), (2,)]
