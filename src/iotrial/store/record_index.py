"""The records under a results root as tables, of which the cache keeps most: a question reads those alone that are new.

A record is known by its file: with another inode, size or time it is read again, and so are all of them by another
version of iotrial. Nothing depends on what is kept: without it every record is read.
"""

from __future__ import annotations

import functools
import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from iotrial.store.cached_records import KeptRecords
from iotrial.store.database import cursor, quoted
from iotrial.store.file_names import RUN_FILE
from iotrial.store.folder import StoredFolder, look
from iotrial.store.plain_paths import plain_path
from iotrial.store.record import Run
from iotrial.store.record_rows import COLUMNS, ROWS
from iotrial.store.run_folders import run_folders
from iotrial.visible_text import written_out

#: Fewer new records are read at each question, which takes a third of a second: no file of the cache for them.
LEAST_NEW = 50

#: The most records in a file of the cache, and the number of files at which they are joined to one.
AT_ONCE, MOST_FILES = 500, 16

#: A record: its folder, the state of its file, and the rows that it has in each view.
_SHAPE: Mapping[str, Any] = {
    "folder": "VARCHAR",
    "state": "VARCHAR",
    **{view: [dict(kinds)] for view, kinds in COLUMNS.items()},
}
_COLUMNS = ", ".join(_SHAPE)

#: What an index makes in its connection, and takes away again.
_OWN = {"VIEW": ("records",), "TABLE": ("own_files", "own_places", "own_states", "own_new")}

#: Halves of characters, which DuckDB does not read; a record may hold them, since JSON can write them.
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Entry:
    """A folder under a results root: a run, with what the view `runs` says of it, or the problem that it has.

    levels, skipped: how many it has, and how many of them were skipped. stored: its record, if that was read just now.
    """

    folder: Path
    facts: Mapping[str, Any] | None = None
    levels: int = 0
    skipped: int = 0
    problem: str | None = None
    stored: StoredFolder | None = None


def entries(root: Path) -> list[Entry]:
    """Every folder under a results root, oldest run first; UsageError if the root cannot be read."""
    folders = list(run_folders(root))
    if len(folders) < LEAST_NEW:
        return _in_order(map(_entry, folders))
    with closing(cursor({})) as connection, closing(RecordIndex(connection, root)) as index:
        return list(index.entries)


def runs_of(root: Path, study: str) -> list[StoredFolder]:
    """The runs of a study under a results root, oldest first; UsageError if the root cannot be read."""
    of_it = [one for one in entries(root) if one.facts is not None and one.facts["study"] == study]
    return [found for one in of_it if (found := one.stored or look(one.folder)).run is not None]


def runs_by_study(root: Path) -> Callable[[str], list[StoredFolder]]:
    """Return what gives `runs_of` a study under a root, which is read when it is asked, and once for each study."""
    return functools.cache(functools.partial(runs_of, root))


class RecordIndex:
    """The records under a results root in a connection to DuckDB, from which views can be made."""

    def __init__(self, connection: Any, root: Path) -> None:
        """Read the records that the cache does not have; UsageError if the results root cannot be read."""
        self._connection = connection
        self._kept: KeptRecords | None = None
        self._states = {folder: _state(folder) for folder in run_folders(root)}
        self._folders = {plain_name(folder.name): folder for folder in self._states}
        if len(self._states) >= LEAST_NEW:
            with suppress(OSError):
                self._kept = KeptRecords(root)
        try:
            self.entries = self._read()
        except _error():
            if self._kept is None:
                raise
            self.close()  # the cache was tidied up between two looks at it
            self.entries = self._read()

    def _read(self) -> list[Entry]:
        """Make the view of all records, of which those are read that the cache does not have."""
        _make(self._connection, "own_states", {"folder": "VARCHAR", "state": "VARCHAR"}, _rows_of_states(self._states))
        files = self._kept.files() if self._kept is not None else []
        known, kept = self._choose(files), list(files)
        problems: list[Entry] = []
        new: list[dict[str, object]] = []
        for folder, state in self._states.items():
            if plain_name(folder.name) in known:
                continue
            found = look(folder)
            if found.run is None:
                problems.append(Entry(folder, problem=found.problem))
                continue
            new.append({"folder": plain_name(folder.name), "state": state, **_rows(found.run)})
            if len(new) == AT_ONCE:
                files += self._keep(new)
        if len(new) >= LEAST_NEW:
            files += self._keep(new)
        if len(files) > MOST_FILES:
            files = self._join(files)
        if files != kept:
            self._choose(files)
        _make(self._connection, "own_new", _SHAPE, new)
        self._see(files)
        entries = _in_order([*self._runs(), *problems])
        places = [{"folder": plain_name(entry.folder.name), "place": place} for place, entry in enumerate(entries)]
        _make(self._connection, "own_places", {"folder": "VARCHAR", "place": "INTEGER"}, places)
        return entries

    def make(self, view: str, folders: Collection[str] | None = None) -> None:
        """Make the table of a view, from all runs or those of these folders, the oldest first."""
        shown = ", ".join(f'one."{name}"' for name in COLUMNS[view])
        chosen = "" if folders is None else "WHERE folder IN (SELECT unnest(?))"
        self._connection.execute(
            f'CREATE TABLE "{view}" AS SELECT {shown} FROM (SELECT place, unnest("{view}") AS one,'
            f' generate_subscripts("{view}", 1) AS number FROM records JOIN own_places USING (folder) {chosen})'
            " ORDER BY place, number",
            [] if folders is None else [[plain_name(name) for name in folders]],
        )

    def close(self) -> None:
        """Take away what was made for the views, which stay."""
        for kind, names in _OWN.items():
            for name in names:
                self._connection.execute(f"DROP {kind} IF EXISTS temp.{name}")
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _choose(self, files: Sequence[Path]) -> set[str]:
        """Choose a file for each record that is in one as it is now; return their folders."""
        self._connection.execute("CREATE OR REPLACE TEMP TABLE own_files (folder VARCHAR, filename VARCHAR)")
        if files:
            self._connection.execute(
                "INSERT INTO own_files SELECT folder, min(filename) FROM read_parquet(?, filename = true)"
                " JOIN own_states USING (folder, state) WHERE state <> '' GROUP BY folder",
                [list(map(plain_path, files))],
            )
        return {folder for (folder,) in self._connection.execute("SELECT folder FROM own_files").fetchall()}

    def _keep(self, new: list[dict[str, object]]) -> list[Path]:
        """Keep new records in a file, and empty the list; without a cache they stay in it."""
        if self._kept is None:
            return []
        _make(self._connection, "own_new", _SHAPE, new)
        source = f"SELECT {_COLUMNS} FROM own_new"
        with suppress(OSError, _error()):
            written = [self._kept.add(lambda path: self._copy(source, path))]
            new.clear()
            return written
        return []

    def _join(self, files: Sequence[Path]) -> list[Path]:
        """Make one file of many, of the records that are still there; return the files to read."""
        assert self._kept is not None
        self._choose(files)
        with suppress(OSError, _error()):
            whole = self._kept.add(lambda path: self._copy(f"SELECT {_COLUMNS} FROM {_chosen(files)}", path))
            self._kept.keep_only(whole)
            return [whole]
        return list(files)

    def _copy(self, source: str, path: Path) -> None:
        self._connection.execute(f"COPY ({source}) TO {quoted(plain_path(path))} (FORMAT parquet, USE_TMP_FILE false)")

    def _see(self, files: Sequence[Path]) -> None:
        """Make the view of all records."""
        kept = f"SELECT {_COLUMNS} FROM {_chosen(files)} UNION ALL " if files else ""
        self._connection.execute(f"CREATE TEMP VIEW records AS {kept}SELECT {_COLUMNS} FROM own_new")

    def _runs(self) -> list[Entry]:
        skipped = "len(list_filter(levels, lambda one: one.status = 'skipped'))"
        found = self._connection.execute(f"SELECT folder, runs[1], len(levels), {skipped} FROM records").fetchall()
        return [Entry(self._folders[folder], facts, *counts) for folder, facts, *counts in found]


def _entry(folder: Path) -> Entry:
    found = look(folder)
    if found.run is None:
        return Entry(folder, problem=found.problem)
    (facts,) = ROWS["runs"](found.run)
    skipped = sum(level.status == "skipped" for level in found.run.levels)
    return Entry(folder, facts, len(found.run.levels), skipped, stored=found)


def _in_order(found: Iterable[Entry]) -> list[Entry]:
    """Oldest run first, and before them what is no run."""
    return sorted(found, key=lambda one: (one.facts["started_at"] if one.facts else "", one.folder.name))


def _state(folder: Path) -> str:
    """A text that changes whenever a record is written; "" if it cannot be told."""
    try:
        found = os.lstat(folder / RUN_FILE)
    except OSError:
        return ""
    if not stat.S_ISREG(found.st_mode):
        return ""
    return f"{found.st_ino}:{found.st_size}:{found.st_mtime_ns}:{found.st_ctime_ns}"


def _rows_of_states(states: Mapping[Path, str]) -> Iterator[dict[str, object]]:
    return ({"folder": plain_name(folder.name), "state": state} for folder, state in states.items())


def _rows(run: Run) -> dict[str, list[dict[str, object]]]:
    return {view: list(rows(run)) for view, rows in ROWS.items()}


def _chosen(files: Sequence[Path]) -> str:
    """SQL for the records of files that were chosen."""
    listed = ", ".join(quoted(plain_path(path)) for path in files)
    return f"read_parquet([{listed}], filename = true) JOIN own_files USING (folder, filename)"


def _make(connection: Any, name: str, shape: Mapping[str, Any], rows: Iterable[Mapping[str, object]]) -> None:
    """Make a table from rows, by one text of JSON: a statement for each row would take minutes on many runs."""
    text = _HALVES.sub(_written_out, json.dumps(list(rows), allow_nan=False, ensure_ascii=False))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT one.* FROM (SELECT unnest(from_json(?, ?)) AS one)",
        [text, json.dumps([shape])],
    )


def _written_out(half: re.Match[str]) -> str:
    """A half of a character in a text of JSON, as text that says which one it is."""
    return "\\" + written_out(half[0])


def plain_name(name: str) -> str:
    """A file's name as it stands in tables: a byte that belongs to no character is written out."""
    return _HALVES.sub(lambda half: written_out(half[0]), name)


def _error() -> type[Exception]:
    """The errors of DuckDB; it is imported on demand, since that takes a while."""
    import duckdb

    return duckdb.Error
