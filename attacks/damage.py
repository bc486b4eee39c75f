"""Runs that were damaged, or made up by a stranger: bits, cut files, odd values; every command says so and goes on."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from attacks.inputs import ODD, bytes_of, words
from attacks.part import Broken, Part, command
from attacks.stored import stored_run

#: What is tried with each damaged run.
COMMANDS = (
    ("show",),
    ("show", "--details"),
    ("show", "--json"),
    ("explain",),
    ("report", "--format", "md", "-o", "-"),
    ("report", "--format", "svg", "-o", "-"),
    ("report", "--format", "html", "-o", "-"),
    ("export", "--format", "csv"),
    ("export", "--format", "hyperfine"),
    ("runs",),
    ("query", "SELECT * FROM samples JOIN arms USING (run, level, arm)"),
    ("compare", "last", "last"),
)

values: SearchStrategy[Any] = st.one_of(
    words,
    st.sampled_from((None, True, [], {}, 0, -1, 1 << 62, 1 << 64, 1e308, 5e-324, 0.5)),
    st.sampled_from(ODD),
)


@cache
def places() -> list[list[str | int]]:
    """Every place of run.json that has a value."""
    return list(places_of(json.loads((stored_run() / "run.json").read_text()), []))


def places_of(value: Any, above: list[str | int]) -> Any:
    """Every place of a document, below one of it."""
    yield above
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places_of(below, [*above, key])
    elif isinstance(value, list):
        for number, below in enumerate(value):
            yield from places_of(below, [*above, number])


def attempt(given: dict[str, Any]) -> None:
    """Damage a copy as it is told, then run a command on it."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / stored_run().name
        shutil.copytree(stored_run(), run)
        change_document(run / "run.json", given["record"])
        parts = sorted(run.glob("sweep-*.parquet"))
        for place, where, value in given["bits"]:
            change_part(parts[place % len(parts)], where, value)
        for place, column, value in given["columns"]:
            _change_column(parts[place % len(parts)], column, value)
        code, _, err = command(*COMMANDS[given["command"]], "--results", folder)
        if code not in (0, 2, 3):
            raise Broken(f"exit code {code}: {err[-200:]}")


def change_document(path: Path, changes: list[Any]) -> None:
    """Put other values into places of a JSON file."""
    document = json.loads(path.read_text())
    for place, value in changes:
        at = document
        try:
            for step in place[:-1]:
                at = at[step]
            if place:
                at[place[-1]] = value
        except (KeyError, IndexError, TypeError):  # an earlier change took the place away
            continue
    path.write_bytes(bytes_of(json.dumps(document, ensure_ascii=False)))


def change_part(path: Path, where: float, value: int) -> None:
    """Change one byte; a value beyond a byte cuts the file there."""
    if not path.exists():
        return
    data = bytearray(path.read_bytes())
    place = min(len(data) - 1, int(where * len(data)))
    if value > 255:
        del data[place:]
    elif data:
        data[place] ^= value
    path.write_bytes(data)


def _change_column(path: Path, column: str, value: int | None) -> None:
    """Write a part anew with another value in some rows of a column, under a name without a checksum."""
    import duckdb

    from judge import made

    if not path.exists():
        return
    path = made.as_earlier(path)
    copy = path.with_suffix(".new")
    shown = "NULL" if value is None else str(value)
    with duckdb.connect() as connection:
        try:
            connection.execute(
                f"COPY (SELECT * REPLACE ((CASE WHEN block = 1 THEN {shown} ELSE {column} END)::BIGINT AS {column}) "
                f"FROM '{path}') TO '{copy}' (FORMAT parquet)"
            )
        except duckdb.Error:
            return
    copy.replace(path)


COLUMNS = ("wall_ns", "counted", "iterations", "level", "arm", "block", "slot", "user_ns", "queue_ns", "steal_ns")

PART = Part(
    "damage",
    "stored runs with damage, and runs of strangers",
    st.fixed_dictionaries(
        {
            "command": st.integers(0, len(COMMANDS) - 1),
            "record": st.lists(st.tuples(st.deferred(lambda: st.sampled_from(places())), values).map(list), max_size=3),
            "bits": st.lists(
                st.tuples(st.integers(0, 11), st.floats(0, 1), st.sampled_from((1, 2, 4, 8, 16, 32, 64, 128, 256))).map(
                    list
                ),
                max_size=2,
            ),
            "columns": st.lists(
                st.tuples(
                    st.integers(0, 11), st.sampled_from(COLUMNS), st.sampled_from((None, 0, 1, -1, 1 << 40, 1 << 59))
                ).map(list),
                max_size=2,
            ),
        }
    ),
    attempt,
)
