"""Parquet parts, and checks that they are as they were written and that their rows belong to their run.

Nothing in a part is believed: a run may come from a stranger, and a disk may have flipped a bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from iotrial.ask.ranges import MOST_BLOCKS
from iotrial.store.file_names import checksum_in
from iotrial.store.plain_paths import plain_path
from iotrial.store.record import Run
from iotrial.store.sample import ADDED, LONGEST_REASON, MOST, SAMPLE, least_of

_MAGIC = b"PAR1"

#: Hexadecimal digits of the checksum in a part's name.
CHECKSUM_DIGITS = 16

#: Enough to be quick, and few enough that their groups fit in memory.
_PARTS_AT_ONCE = 256

#: The most rows of one part, which is one sweep: far more than any plan has, and what fits in memory.
MOST_ROWS = 10_000_000

#: The most rows of all parts of a run that are looked at: an hour of the shortest samples has a tenth of it.
MOST_RUN_ROWS = 100_000_000

#: Type of a column -> the type that Parquet stores it as.
_STORED_AS = {"INTEGER": "INT32", "BIGINT": "INT64", "VARCHAR": "BYTE_ARRAY"}

_EXTENTS = """
SELECT filename, level, arm, min(block), max(block), count(*), count(DISTINCT block), min(sweep), max(sweep), {beyond}
FROM read_parquet(?, filename = true, union_by_name = true) GROUP BY filename, level, arm
"""


_ROWS_OF_FILE = "SELECT file_name, num_rows FROM parquet_file_metadata(?)"

#: Each column of a group says how many values it has, too.
_ROWS_OF_GROUPS = """
SELECT file_name, least(sum(greatest(rows, 0)), 9e15)::BIGINT FROM (
    SELECT file_name, row_group_id, max(greatest(row_group_num_rows, num_values)) AS rows
    FROM parquet_metadata(?) GROUP BY file_name, row_group_id
) GROUP BY file_name
"""

#: Reads every value, which an error of a part without a checksum may lie in.
_ALL = "SELECT bit_xor(hash(part)) FROM read_parquet(?, union_by_name = true) AS part"


@dataclass
class ParquetPart:
    """The contents of a part, and its problem (None if there is none)."""

    path: Path
    problem: str | None = None
    blocks: dict[tuple[int, int], int] = field(default_factory=dict)  # (level, arm) -> blocks, counted from block 0
    rows: dict[int, int] = field(default_factory=dict)  # level -> rows
    columns: frozenset[str] = frozenset()


def is_whole(path: Path) -> bool:
    """True if the file has both ends of a Parquet file; a part that was cut short has only the first."""
    try:
        if not path.is_file():  # a named pipe would have us wait for ever
            return False
        with path.open("rb") as file:
            head = file.read(4)
            size = file.seek(0, 2)
            if size < 12:
                return False
            file.seek(-8, 2)
            tail = file.read(8)
    except OSError:
        return False
    footer_bytes = int.from_bytes(tail[:4], "little")
    return head == _MAGIC and tail[4:] == _MAGIC and footer_bytes + 12 <= size


def checksum_of(path: Path) -> str:
    """The checksum of a file: the first digits of its SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:CHECKSUM_DIGITS]


def checksum_of_bytes(data: bytes) -> str:
    """The checksum of what a file with these bytes has."""
    return hashlib.sha256(data).hexdigest()[:CHECKSUM_DIGITS]


def flaw(path: Path) -> str | None:
    """Find what is wrong with a part by its ends and by the checksum in its name; None if it is as it was written.

    A part of an earlier version has no checksum.
    """
    if not is_whole(path):
        return "is cut short or is not Parquet"
    try:
        if checksum_in(path) not in (None, checksum_of(path)):
            return "is damaged: its checksum is not the one in its name"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None


def examine(connection: Any, paths: Mapping[int, Path], run: Run) -> dict[int, ParquetPart]:
    """Examine all parts (sweep -> path) of a run: many at once, or one by one if that fails."""
    import duckdb

    found = {sweep: ParquetPart(path) for sweep, path in paths.items()}
    for part in found.values():
        part.problem = flaw(part.path)
    _count(connection, found.values())
    whole = [(sweep, part) for sweep, part in found.items() if part.problem is None]
    for begin in range(0, len(whole), _PARTS_AT_ONCE):
        batch = dict(whole[begin : begin + _PARTS_AT_ONCE])
        try:
            _look(connection, batch, run)
        except duckdb.Error:
            for sweep, part in batch.items():
                part.problem, part.blocks, part.rows = None, {}, {}
                try:
                    _look(connection, {sweep: part}, run)
                except duckdb.Error as error:
                    part.problem = f"cannot be read: {str(error).splitlines()[0]}"
    return found


def _count(connection: Any, parts: Iterable[ParquetPart]) -> None:
    """Leave out parts with more rows than any has: they are counted by what their ends say, before anything is read.

    An end says it twice, of the file and of each group of rows, which is what a reader goes by: the more counts.
    """
    import duckdb

    whole = {plain_path(part.path): part for part in parts if part.problem is None}
    counts: dict[str, int] = {}
    for query in (_ROWS_OF_FILE, _ROWS_OF_GROUPS):
        found: list[tuple[str, int]] = []
        try:
            found = connection.execute(query, [list(whole)]).fetchall() if whole else []
        except duckdb.Error:  # an end that cannot be read, which is told when the part is looked at
            for name in whole:
                with suppress(duckdb.Error):
                    found += connection.execute(query, [[name]]).fetchall()
        for name, rows in found:
            counts[name] = max(counts.get(name, rows), rows) if rows >= 0 else MOST_ROWS + 1
    left = MOST_RUN_ROWS
    for name, part in whole.items():
        rows = counts.get(name, 0)
        if not 0 <= rows <= MOST_ROWS:
            part.problem = f"holds over {MOST_ROWS:,} rows, which no sweep has"
        elif rows > left:
            part.problem = f"holds more than the {MOST_RUN_ROWS:,} rows that a run has at most"
        else:
            left -= rows


def _look(connection: Any, chosen: Mapping[int, ParquetPart], run: Run) -> None:
    if not chosen:
        return
    by_name = {plain_path(part.path): (sweep, part) for sweep, part in chosen.items()}
    kinds = _kinds(connection, list(by_name))
    for name, (_, part) in by_name.items():
        part.problem, part.columns = _unlike(kinds[name]), frozenset(kinds[name])
    sound = [name for name, (_, part) in by_name.items() if part.problem is None]
    if not sound:
        return
    there = [column for column in SAMPLE if any(column in kinds[name] for name in sound)]
    for name, *figures, is_beyond in connection.execute(_EXTENTS.format(beyond=_is_beyond(there)), [sound]).fetchall():
        sweep, part = by_name[name]
        beyond = _first_beyond(connection, there, name, figures[:2]) if is_beyond else None
        part.problem = part.problem or _note(part, sweep, run, figures, beyond)
    if unchecked := [name for name in sound if checksum_in(Path(name)) is None]:
        connection.execute(_ALL, [unchecked]).fetchall()
    for name in sound:
        part = by_name[name][1]
        if part.problem is None and any(blocks > part.rows[level] for (level, _), blocks in part.blocks.items()):
            part.problem = "holds blocks with numbers beyond any plan"
        elif part.problem is None and sum(part.rows.values()) > MOST_ROWS:
            part.problem = f"holds over {MOST_ROWS:,} rows, which no sweep has"


def _kinds(connection: Any, names: list[str]) -> dict[str, dict[str, str]]:
    """Part -> its columns -> the type that they are stored as; the root of the schema has none."""
    columns: dict[str, dict[str, str]] = {name: {} for name in names}
    query = "SELECT file_name, name, type FROM parquet_schema(?) WHERE type IS NOT NULL"
    for name, column, kind in connection.execute(query, [names]).fetchall():
        columns[name][column] = kind
    return columns


def _unlike(kinds: Mapping[str, str]) -> str | None:
    """Return what is wrong with the columns of a part, or None."""
    if missing := sorted(set(SAMPLE) - ADDED - set(kinds)):
        return f"has no column {missing[0]}"
    for column, (kind, _) in SAMPLE.items():
        if kinds.get(column, _STORED_AS[kind]) != _STORED_AS[kind]:
            return f"has the column {column} in another type"
    return None


def _is_beyond(columns: Sequence[str]) -> str:
    """SQL that is true if a column has a value that no version writes: a test of each would take far longer to plan."""
    numbers: dict[int, list[str]] = {}
    for column in columns:
        if SAMPLE[column][0] != "VARCHAR":
            numbers.setdefault(least_of(column), []).append(column)
    tests = [f"min(least({_listed(chosen)})) < {least}" for least, chosen in numbers.items()]
    tests += [f"max(greatest({_listed(chosen)})) > {MOST}" for chosen in numbers.values()]
    tests += [f'max(length("{column}")) > {LONGEST_REASON}' for column in columns if SAMPLE[column][0] == "VARCHAR"]
    return " OR ".join(tests)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _first_beyond(connection: Any, columns: Sequence[str], name: str, place: Sequence[int]) -> str | None:
    """The first column of a level's arm in a part with a value that no version writes; None if there is none."""
    tests = []
    for column in columns:
        within = f'length("{column}") <= {LONGEST_REASON}'
        if SAMPLE[column][0] != "VARCHAR":
            within = f'"{column}" BETWEEN {least_of(column)} AND {MOST}'
        tests.append(f"CASE WHEN bool_or(NOT {within}) THEN '{column}' END")
    query = f"SELECT coalesce({', '.join(tests)}) FROM read_parquet(?) WHERE level = ? AND arm = ?"
    (found,) = connection.execute(query, [[name], *place]).fetchone()
    return None if found is None else str(found)


def _note(part: ParquetPart, sweep: int, run: Run, extents: list[Any], beyond: str | None) -> str | None:
    """Note the extent of one arm in the part; return what is wrong with it, or None."""
    if None in extents:
        return "holds rows without a level, an arm, a block or a sweep"
    level, arm, _, last_block, count, blocks, first_sweep, last_sweep = extents
    if not (0 <= level < len(run.levels) and 0 <= arm < run.levels[level].places):
        return "holds levels or arms that run.json does not have"
    if (first_sweep, last_sweep) != (sweep, sweep):
        return "holds another sweep than its name says"
    if beyond is not None:
        return f"holds figures of {beyond} beyond all bounds"
    if blocks != count:
        return "holds a block of one arm more than once"
    if last_block >= MOST_BLOCKS:
        return "holds blocks with numbers beyond any plan"
    part.blocks[level, arm] = last_block + 1
    part.rows[level] = part.rows.get(level, 0) + count
    return None
