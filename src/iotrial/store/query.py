"""SQL over stored runs: the views `samples`, `runs`, `levels`, `arms` and `calls`, for reading only.

A query that does not name runs is about the last one, since a sum over several runs means nothing. One that names `run`
or `runs` sees all of them. In every view `arm` is an arm's name, and the placebo's differs from the baseline's.

Three walls keep a query from changing anything: DuckDB may open no file but the parts; its settings are locked; and the
query must be one SELECT in which no part writes (DuckDB accepts COPY inside WITH, so the kind of the statement alone
would not do).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from iotrial.errors import UsageError
from iotrial.store.folder import StoredFolder, list_folders, parts
from iotrial.store.part import examine
from iotrial.store.record import Arm
from iotrial.store.sample import ADDED, SAMPLE
from iotrial.visible_text import written_out

#: Kinds of query node that only read; DuckDB's others write (COPY_QUERY_NODE, INSERT_QUERY_NODE, …).
_READING = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}

#: The most rows of an answer; samples themselves are in the Parquet files.
MOST_ROWS = 1_000_000

_HINT = "views: samples, runs, levels, arms, calls; list the columns: iotrial query 'DESCRIBE samples'"

#: Halves of characters, which DuckDB does not read; a run.json may hold them, since JSON can write them.
_HALVES = re.compile("[\ud800-\udfff]")

#: The placebo's name is that of the arm that it repeats, and this.
PLACEBO = " (placebo)"

_RUNS = {
    "run": "VARCHAR",
    "study": "VARCHAR",
    "job": "VARCHAR",
    "work_unit": "VARCHAR",
    "quick": "BOOLEAN",
    "seed": "BIGINT",
    "margin": "DOUBLE",
    "complete": "BOOLEAN",
    "stopped": "VARCHAR",
    "seconds": "DOUBLE",
    "started_at": "VARCHAR",
    "finished_at": "VARCHAR",
    "iotrial": "VARCHAR",
}
_LEVELS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "factors": "MAP(VARCHAR, VARCHAR)",
    "status": "VARCHAR",
    "reason": "VARCHAR",
    "rounds": "INTEGER",
    "blocks": "INTEGER",
    "clock": "VARCHAR",
}
_ARMS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "arm": "VARCHAR",
    "arm_number": "INTEGER",
    "name": "VARCHAR",
    "role": "VARCHAR",
    "status": "VARCHAR",
    "reason": "VARCHAR",
    "runtime": "VARCHAR",
    "iterations": "BIGINT",
    "shift": "INTEGER",
    "kit_ns": "DOUBLE",
    "outcome": "VARCHAR",
    "work": "BIGINT",
    "peak_bytes": "BIGINT",
    "before_bytes": "BIGINT",
    "peak_anonymous_bytes": "BIGINT",
    "peak_file_bytes": "BIGINT",
    "peak_shared_bytes": "BIGINT",
    "peak_reclaimable_bytes": "BIGINT",
    "runtime_peak_bytes": "BIGINT",
    "runtime_peak_real_bytes": "BIGINT",
    "method_sha256": "VARCHAR",
}
_CALLS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "arm": "VARCHAR",
    "arm_number": "INTEGER",
    "name": "VARCHAR",
    "call": "VARCHAR",
    "count": "DOUBLE",
    "empty_count": "DOUBLE",
    "bytes": "DOUBLE",
    "usual_bytes": "BIGINT",
}


@dataclass(frozen=True)
class Answer:
    """The rows of a query, what it could not read (name: problem), and the one run that it is of (None: of all)."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    left_out: list[str]
    of: str | None = None
    stored: int = 0  # how many runs are stored


def query(root: Path, sql: str) -> Answer:
    """Run one SELECT over the runs under the root; UsageError with DuckDB's own message if it cannot be run.

    Over the last run alone, unless the query names `run` or `runs`.
    """
    import duckdb

    try:
        sql.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"the query is not UTF-8 (character {error.start + 1})", hint=_HINT) from None
    folders = list_folders(root)
    runs = [stored for stored in folders if stored.run is not None]
    with duckdb.connect(config={"temp_directory": "", "memory_limit": "2GB"}) as connection:
        try:
            names_runs = _names_runs(_parsed(connection, sql))
        except duckdb.Error as error:
            raise UsageError(_said(error), hint=_HINT) from None
        seen = runs if names_runs else runs[-1:]
        damaged = _attach(connection, seen, runs)
        try:
            found = connection.execute(sql)
            columns = [column[0] for column in found.description or []]
            rows = found.fetchmany(MOST_ROWS + 1)
        except duckdb.Error as error:
            raise UsageError(_said(error), hint=_HINT) from None
    of = runs[-1].folder.name if runs and not names_runs else None
    if len(rows) > MOST_ROWS:
        raise UsageError(f"the answer has over {MOST_ROWS:,} rows", hint="count them, or end the query with LIMIT 1000")
    left_out = [f"{stored.folder.name}: {stored.problem}" for stored in folders if stored.run is None]
    return Answer(columns, rows, left_out + damaged, of, len(runs))


def _said(error: Exception) -> str:
    """DuckDB's own words in one line, without the query and the arrows that point into it."""
    return " ".join(str(error).partition("\nLINE ")[0].split())


def _attach(connection: Any, runs: Sequence[StoredFolder], every: Sequence[StoredFolder]) -> list[str]:
    """Make the views of some runs and the list of all of them, then forbid access to anything else.

    Return what is wrong with parts, which are left out.
    """
    import duckdb

    found = [part for one in runs if one.run for part in examine(connection, parts(one.folder), one.run).values()]
    paths = [part.path for part in found if part.problem is None]
    _table(connection, "runs", _RUNS, (_run_row(stored) for stored in every))
    _table(connection, "levels", _LEVELS, (row for stored in runs for row in _level_rows(stored)))
    _table(connection, "arms", _ARMS, (row for stored in runs for row in _arm_rows(stored)))
    _table(connection, "calls", _CALLS, (row for stored in runs for row in _call_rows(stored)))
    if paths:
        listed = ", ".join(_quoted(str(path)) for path in paths)
        source = f"read_parquet([{listed}], filename = true, union_by_name = true)"
        try:
            names = ", ".join(_columns(connection, source))
            own = f"SELECT parse_path(filename)[-2] AS run, {names} FROM {source}"
            shown = ", ".join(
                'arms.arm, samples."arm_number"' if name == "arm" else f'samples."{name}"' for name in SAMPLE
            )
            connection.execute(
                f"CREATE VIEW samples AS SELECT samples.run, {shown} FROM ({own}) AS samples LEFT JOIN arms"
                " ON samples.run = arms.run AND samples.level = arms.level AND samples.arm_number = arms.arm_number"
            )
        except duckdb.Error as error:
            raise UsageError(" ".join(str(error).split()), hint="see which runs are damaged: iotrial runs") from None
        connection.execute(f"SET allowed_paths = [{listed}]")
    else:
        kinds = ", ".join(
            "arm VARCHAR, arm_number INTEGER" if name == "arm" else f'"{name}" {kind}'
            for name, (kind, _) in SAMPLE.items()
        )
        connection.execute(f"CREATE TABLE samples (run VARCHAR, {kinds})")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return [f"{part.path.parent.name}/{part.path.name} {part.problem}" for part in found if part.problem is not None]


def _columns(connection: Any, source: str) -> Iterator[str]:
    """The columns of the samples; one that earlier versions did not write is null if no part has it."""
    there = {row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()}
    for name, (kind, _) in SAMPLE.items():
        if name == "arm":
            yield '"arm" AS "arm_number"'
        else:
            yield f'NULL::{kind} AS "{name}"' if name in ADDED - there else f'"{name}"'


def _parsed(connection: Any, sql: str) -> Any:
    """The parsed text; UsageError unless it is one query that reads and does nothing else."""
    refusal = UsageError("only one SELECT can be run, and nothing in it may write", hint=_HINT)
    if len(connection.extract_statements(sql)) != 1:
        raise refusal
    parsed = json.loads(connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()[0])
    if parsed["error"] or not set(_nodes(parsed)) <= _READING:
        raise refusal
    return parsed


def _names_runs(tree: object) -> bool:
    """Return if a parsed statement reads the column `run` or the view `runs`; a join condition does not count."""
    if isinstance(tree, dict):
        columns = tree.get("column_names")
        if isinstance(columns, list) and columns and str(columns[-1]).lower() == "run":
            return True
        if str(tree.get("table_name")).lower() == "runs" and tree.get("type") == "BASE_TABLE":
            return True
        return any(_names_runs(value) for value in tree.values())
    return isinstance(tree, list) and any(_names_runs(value) for value in tree)


def _nodes(tree: object) -> Iterator[str]:
    """The kinds of all query nodes in a parsed statement."""
    if isinstance(tree, dict):
        kind = tree.get("type")
        if isinstance(kind, str) and (kind.endswith("_NODE") or "cte_map" in tree):
            yield kind
        for value in tree.values():
            yield from _nodes(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _nodes(value)


def _table(connection: Any, name: str, kinds: Mapping[str, str], rows: Iterator[Mapping[str, object]]) -> None:
    """Make a table from rows, by one text of JSON: a statement for each row would take minutes on many runs."""
    declared = ", ".join(f'"{column}" {kind}' for column, kind in kinds.items())
    connection.execute(f'CREATE TABLE "{name}" ({declared})')
    shape = json.dumps([dict(kinds)])
    text = _HALVES.sub(_written_out, json.dumps(list(rows), allow_nan=False, ensure_ascii=False))
    connection.execute(f'INSERT INTO "{name}" SELECT unnest(from_json(?, ?), recursive := true)', [text, shape])


def _written_out(half: re.Match[str]) -> str:
    """A half of a character in a text of JSON, as text that says which one it is."""
    return "\\" + written_out(half[0])


def _run_row(stored: StoredFolder) -> dict[str, object]:
    assert stored.run is not None
    return {name: getattr(stored.run, name) for name in _RUNS}


def _level_rows(stored: StoredFolder) -> Iterator[dict[str, object]]:
    assert stored.run is not None
    for number, level in enumerate(stored.run.levels):
        kept = {name: getattr(level, name) for name in ("status", "reason", "rounds", "blocks", "clock")}
        factors = {name: str(value) for name, value in level.level.items()}
        yield {"run": stored.run.run, "level": number, "factors": factors, **kept}


def _arm_rows(stored: StoredFolder) -> Iterator[dict[str, object]]:
    assert stored.run is not None
    for number, level in enumerate(stored.run.levels):
        for index, arm in enumerate([*level.arms, *level.floors]):
            kinds = arm.memory.kinds.model_dump() if arm.memory.kinds else {}
            memory = {name: kinds.get(name.removeprefix("peak_")) for name in _ARMS if name.startswith("peak_")}
            memory |= {name: figure for name, figure in arm.memory.model_dump().items() if name in _ARMS}
            kept = {name: getattr(arm, name) for name in _ARMS if name not in memory and hasattr(arm, name)}
            place = {"run": stored.run.run, "level": number, **_named(arm, index)}
            yield {**kept, **memory, "outcome": arm.outcome and arm.outcome.code, **place}


def _call_rows(stored: StoredFolder) -> Iterator[dict[str, object]]:
    """The system calls of one iteration, a row for each kind."""
    assert stored.run is not None
    for number, level in enumerate(stored.run.levels):
        for index, arm in enumerate(level.arms):
            place = {"run": stored.run.run, "level": number, **_named(arm, index)}
            for call, calls in arm.evidence.calls.items():
                yield {**place, "call": call, **calls.model_dump()}


def _named(arm: Arm, index: int) -> dict[str, object]:
    """The columns that tell arms apart: a name that no other arm of the level has, the number, and the bare name."""
    shown = f"{arm.arm}{PLACEBO}" if arm.role == "placebo" else arm.arm
    return {"arm": shown, "arm_number": index, "name": arm.arm}


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
