"""Parquet parts, and checks that they are whole and that their rows belong to their sweep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from iotrial.store.record import ADDED, SAMPLE, Run

_MAGIC = b"PAR1"

#: Enough to be quick, and few enough that their groups fit in memory.
_PARTS_AT_ONCE = 256

_EXTENTS = """
SELECT filename, level, arm, min(block), max(block), count(*), min(sweep), max(sweep)
FROM read_parquet(?, filename = true) GROUP BY filename, level, arm
"""


@dataclass
class Part:
    """The contents of a part, and its problem (None if there is none)."""

    path: Path
    problem: str | None = None
    blocks: dict[tuple[int, int], int] = field(default_factory=dict)  # (level, arm) -> blocks, counted from block 0
    rows: dict[int, int] = field(default_factory=dict)  # level -> rows


def is_whole(path: Path) -> bool:
    """Return if the file has both ends of a Parquet file; a part that was cut short has only the first."""
    try:
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


def examine(connection: Any, paths: Mapping[int, Path], run: Run) -> dict[int, Part]:
    """Examine all parts (sweep -> path) of a run: many at once, or one by one if that fails."""
    import duckdb

    found = {sweep: Part(path) for sweep, path in paths.items()}
    for part in found.values():
        if not is_whole(part.path):
            part.problem = "is cut short or is not Parquet"
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


def _look(connection: Any, chosen: Mapping[int, Part], run: Run) -> None:
    if not chosen:
        return
    by_name = {str(part.path): (sweep, part) for sweep, part in chosen.items()}
    for name, column in _missing_columns(connection, list(by_name)):
        by_name[name][1].problem = f"has no column {column}"
    sound = [name for name, (_, part) in by_name.items() if part.problem is None]
    if not sound:
        return
    for name, *figures in connection.execute(_EXTENTS, [sound]).fetchall():
        sweep, part = by_name[name]
        part.problem = part.problem or _note(part, sweep, run, figures)
    for name in sound:
        part = by_name[name][1]
        if part.problem is None and any(blocks > part.rows[level] for (level, _), blocks in part.blocks.items()):
            part.problem = "holds blocks with numbers beyond any plan"


def _missing_columns(connection: Any, names: list[str]) -> Iterable[tuple[str, str]]:
    columns: dict[str, set[str]] = {name: set() for name in names}
    for name, column in connection.execute("SELECT file_name, name FROM parquet_schema(?)", [names]).fetchall():
        columns[name].add(column)
    for name, there in columns.items():
        if missing := sorted(set(SAMPLE) - ADDED - there):
            yield name, missing[0]


def _note(part: Part, sweep: int, run: Run, figures: list[Any]) -> str | None:
    """Note the extent of one arm in the part; return what is wrong with it, or None."""
    if None in figures:
        return "holds rows without a level, an arm, a block or a sweep"
    level, arm, first_block, last_block, count, first_sweep, last_sweep = figures
    if not (0 <= level < len(run.levels) and 0 <= arm < run.levels[level].places):
        return "holds levels or arms that run.json does not have"
    if (first_sweep, last_sweep) != (sweep, sweep):
        return "holds another sweep than its name says"
    if first_block < 0:
        return "holds blocks with numbers below 0"
    part.blocks[level, arm] = last_block + 1
    part.rows[level] = part.rows.get(level, 0) + count
    return None
