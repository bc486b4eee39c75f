"""SQL over stored runs: the views `samples`, `runs`, `levels`, `arms` and `calls`, for reading only.

A query that does not name runs is about the last one, since a sum over several runs means nothing. One that names `run`
or `runs` sees all of them. In every view `arm` is an arm's name, and the placebo's differs from the baseline's.

Three walls keep a query from changing anything: DuckDB may open no file but the parts; its settings are locked; and the
query must be one SELECT in which no part writes (DuckDB accepts COPY inside WITH, so the kind of the statement alone
would not do).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem, UsageError
from iotrial.store.database import quoted
from iotrial.store.folder import parts, read_run
from iotrial.store.interruptible import closed_unless_busy, interruptible
from iotrial.store.parquet_part import ParquetPart, examine
from iotrial.store.plain_paths import plain_path
from iotrial.store.record_index import Entry, RecordIndex, plain_name
from iotrial.store.record_rows import COLUMNS
from iotrial.store.sample import ADDED, SAMPLE

#: Kinds of query node that only read; DuckDB's others write (COPY_QUERY_NODE, INSERT_QUERY_NODE, …).
_READING = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}

#: The most rows of an answer; samples themselves are in the Parquet files.
MOST_ROWS = 1_000_000

_HINT = "views: samples, runs, levels, arms, calls; list the columns: iotrial query 'DESCRIBE samples'"
_LIST = "see which runs there are: iotrial runs"


@dataclass(frozen=True)
class Answer:
    """The rows of a query, what it could not read (name: problem), and the one run that it is of (None: of all)."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    left_out: list[str]
    of: str | None = None
    stored: int = 0  # how many runs are stored


def query(root: Path, sql: str, studies: Sequence[str] = ()) -> Answer:
    """Run one SELECT over the runs under the root; UsageError with DuckDB's own message if it cannot be run.

    Over the last run alone, unless the query names `run` or `runs`. studies: over all runs of these, and no others.
    """
    import duckdb

    try:
        sql.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"the query is not UTF-8 (character {error.start + 1})", hint=_HINT) from None
    with closed_unless_busy(duckdb.connect(config={"temp_directory": "", "memory_limit": "2GB"})) as connection:
        try:
            parsed = _parsed(connection, sql)
        except duckdb.Error as error:
            raise UsageError(_said(error), hint=_HINT) from None
        with closing(RecordIndex(connection, root)) as index:
            folders = index.entries
            runs = [entry for entry in folders if entry.facts is not None]
            if studies:
                runs = _of_studies(runs, studies)
            is_of_all = bool(studies) or _names_runs(parsed)
            seen = runs if is_of_all else runs[-1:]
            views = _views(parsed)
            _make_views(index, views, seen, runs)
        damaged = _attach(connection, seen if "samples" in views else [])
        try:
            columns, rows = interruptible(connection, partial(_rows, connection, sql))
        except duckdb.Error as error:
            raise UsageError(_said(error), hint=_HINT) from None
    of = runs[-1].folder.name if runs and not is_of_all else None
    if len(rows) > MOST_ROWS:
        raise UsageError(f"the answer has over {MOST_ROWS:,} rows", hint="count them, or end the query with LIMIT 1000")
    left_out = [f"{entry.folder.name}: {entry.problem}" for entry in folders if entry.problem is not None]
    return Answer(columns, rows, left_out + damaged, of, len(runs))


def _rows(connection: Any, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the names of the columns, and the rows, one more than are allowed at the most."""
    found = connection.execute(sql)
    return [column[0] for column in found.description or []], found.fetchmany(MOST_ROWS + 1)


def _of_studies(runs: Sequence[Entry], studies: Sequence[str]) -> list[Entry]:
    """The runs of some studies; UsageError with all of these that have none."""
    known = {str(entry.facts["study"]) for entry in runs if entry.facts is not None}
    problems = [
        Problem(f"no run of the study {name} is stored", where="--study", hint=suggestion(name, known) or _LIST)
        for name in studies
        if name not in known
    ]
    if problems:
        raise UsageError(problems)
    return [entry for entry in runs if entry.facts is not None and entry.facts["study"] in studies]


def _said(error: Exception) -> str:
    """DuckDB's own words in one line, without the query and the arrows that point into it."""
    return " ".join(str(error).partition("\nLINE ")[0].split())


def _make_views(index: RecordIndex, views: Collection[str], runs: Sequence[Entry], every: Sequence[Entry]) -> None:
    """Make the views that a query reads: of some runs, but `runs` of all of them."""
    for view in COLUMNS:
        if view in views or (view == "arms" and "samples" in views):
            index.make(view, [entry.folder.name for entry in (every if view == "runs" else runs)])


def _attach(connection: Any, runs: Sequence[Entry]) -> list[str]:
    """Make the view of the samples of some runs, then forbid access to anything else.

    Return what is wrong with parts, which are left out.
    """
    import duckdb

    found: list[ParquetPart] = []
    left_out: list[str] = []
    for one in runs:
        try:
            found += examine(connection, parts(one.folder), read_run(one.folder)).values()
        except UsageError as error:  # its samples, or its record, went meanwhile
            left_out += [f"{one.folder.name}: {problem.line()}" for problem in error.problems]
    sound = [part.path for part in found if part.problem is None]
    paths = {plain_path(path): path for path in sound}
    if paths:
        listed = ", ".join(map(quoted, paths))
        source = f"read_parquet([{listed}], filename = true, union_by_name = true)"
        runs_of = {path.rpartition("/")[0]: plain_name(file.parent.name) for path, file in paths.items()}
        places = ", ".join(f"({quoted(folder)}, {quoted(run)})" for folder, run in runs_of.items())
        try:
            names = ", ".join(_columns(connection, source))
            own = f"SELECT filename, {names} FROM {source}"
            shown = ", ".join(
                'arms.arm, samples."arm_number"' if name == "arm" else f'samples."{name}"' for name in SAMPLE
            )
            connection.execute(
                f"CREATE VIEW samples AS SELECT places.run, {shown} FROM ({own}) AS samples"
                f" JOIN (VALUES {places}) AS places(folder, run) ON parse_dirpath(samples.filename) = places.folder"
                " LEFT JOIN arms"
                " ON places.run = arms.run AND samples.level = arms.level AND samples.arm_number = arms.arm_number"
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
    damaged = [part for part in found if part.problem is not None]
    return left_out + [f"{part.path.parent.name}/{part.path.name} {part.problem}" for part in damaged]


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
    """True if a parsed statement reads the column `run` or the view `runs`; a join condition does not count."""
    for one in _objects(tree):
        columns = one.get("column_names")
        if isinstance(columns, list) and columns and str(columns[-1]).lower() == "run":
            return True
        if str(one.get("table_name")).lower() == "runs" and one.get("type") == "BASE_TABLE":
            return True
    return False


def _views(tree: object) -> set[str]:
    """The views that a parsed statement reads; all of them if it asks what there is, or calls what may read any."""
    every = {"samples", *COLUMNS}
    sources = [one for one in _objects(tree) if one.get("type") in ("BASE_TABLE", "TABLE_FUNCTION", "SHOW_REF")]
    if any(one["type"] == "TABLE_FUNCTION" or one.get("show_type") == "SHOW_SPECIAL" for one in sources):
        return every
    return every & {str(one.get("table_name")).lower() for one in sources}


def _nodes(tree: object) -> Iterator[str]:
    """The kinds of all query nodes in a parsed statement."""
    for one in _objects(tree):
        kind = one.get("type")
        if isinstance(kind, str) and (kind.endswith("_NODE") or "cte_map" in one):
            yield kind


def _objects(tree: object) -> Iterator[Mapping[str, Any]]:
    """All objects of a parsed statement, at any depth."""
    if isinstance(tree, dict):
        yield tree
        for value in tree.values():
            yield from _objects(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _objects(value)
