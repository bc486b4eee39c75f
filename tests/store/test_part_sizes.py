"""Parts that are small and hold a great many rows: they are counted before any row is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.store import parquet_part as part_module
from iotrial.store.database import cursor
from iotrial.store.folder import parts, read_run
from iotrial.store.parquet_part import MOST_ROWS, examine
from iotrial.store.query import query
from iotrial.store.read import open_run
from judge import made

LEVELS = [made.level({"entries": 10}, "php/readdir", ["c/readdir"])]


def blown_up(run: Path, rows: int) -> Path:
    """Give a sound part of a run so many rows, all alike, under a name without a checksum."""
    import duckdb

    part = made.as_earlier(next(iter(parts(run).values())))
    blown = part.with_suffix(".new")
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT part.* FROM (SELECT * FROM read_parquet('{part}') LIMIT 1) AS part, range({rows}))"
            f" TO '{blown}' (FORMAT parquet, COMPRESSION zstd)"
        )
    return blown.rename(part)


class Told:
    """A connection that tells what it was asked."""

    def __init__(self, connection: Any) -> None:
        self.connection, self.asked = connection, list[str]()

    def execute(self, sql: str, *given: Any) -> Any:
        self.asked.append(sql)
        return self.connection.execute(sql, *given)


@pytest.mark.parametrize("most_rows", [100_000, pytest.param(MOST_ROWS, marks=pytest.mark.long)])
def test_a_part_with_too_many_rows_is_left_out_and_no_row_of_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_rows: int
) -> None:
    """With a bound of which a part is written sooner, too: nothing but the number is another."""
    monkeypatch.setattr(part_module, "MOST_ROWS", most_rows)
    run = made.store(tmp_path, made.run(LEVELS, run="first"), sweeps=1)
    part = blown_up(run, most_rows + 1)
    assert part.stat().st_size < 2 << 20
    told = Told(cursor({}))
    (found,) = examine(told, parts(run), read_run(run)).values()
    assert found.problem == f"holds over {most_rows:,} rows, which no sweep has"
    assert not any("read_parquet" in sql for sql in told.asked)
    assert open_run(run).problems == [f"{part.name} {found.problem}"]
    assert query(tmp_path, "SELECT count(*) FROM samples").rows == [(0,)]


def test_many_parts_that_are_each_within_bounds_are_not_all_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part_module, "MOST_RUN_ROWS", 40)
    run = made.store(tmp_path, made.run(LEVELS, run="first"), sweeps=5)
    stored = open_run(run)
    assert stored.sweeps == [0, 1] and len(stored.problems) == 3
    assert all("rows that a run has at most" in problem for problem in stored.problems)


def test_an_end_that_lies_of_the_rows_of_its_file_does_not_have_them_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number stands in the end twice: once for the file, once for its groups, by which rows are read."""
    monkeypatch.setattr(part_module, "MOST_ROWS", 100_000)
    run = made.store(tmp_path, made.run(LEVELS, run="first"), sweeps=1)
    part = blown_up(run, 100_001)
    content = part.read_bytes()
    end = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    rows = varint(2 * 100_001)  # as Thrift writes a number that may be negative
    at = content.index(rows, end)
    lie = varint(2 * 10_000)
    assert len(lie) == len(rows)
    part.write_bytes(content[:at] + lie + content[at + len(rows) :])
    told = Told(cursor({}))
    (found,) = examine(told, parts(run), read_run(run)).values()
    assert told.connection.execute("SELECT num_rows FROM parquet_file_metadata(?)", [str(part)]).fetchall() == [
        (10_000,)
    ]
    assert found.problem == "holds over 100,000 rows, which no sweep has"
    assert not any("read_parquet" in sql for sql in told.asked)


def varint(number: int) -> bytes:
    """Write a number seven bits at a time, the lowest first."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])
