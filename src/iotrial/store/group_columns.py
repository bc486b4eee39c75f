"""Columns that only samples of several workers at once have; read when something asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from iotrial.store.record import LevelRecord

#: In the unit of the samples.
COLUMNS = (
    *("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run", "due", "served"),
    *("requests", "held_ns", "compared", "clock_error_ns"),
)

#: Columns that servers alone have, and the figure of one piece of work that they give.
_OF_ONE = {"requests": "requests", "held_ns": "held_ns / nullif(requests, 0)", "compared": "compared"}

#: Column -> (sweep, block) -> value, of one arm of a level.
Columns = Mapping[str, Mapping[tuple[int, int], float]]

#: (level, arm) -> its columns.
GroupColumns = Mapping[tuple[int, int], Columns]

#: The column that parts of an earlier version of servers lack.
_LATEST = "compared"

_NAMES = "DESCRIBE SELECT * FROM read_parquet(?)"
_SAMPLES = "SELECT sweep, level, arm, block, {columns} FROM read_parquet(?) WHERE status = 'ok'"


def read(connection: Any, batches: Iterable[Sequence[str]], levels: Sequence[LevelRecord]) -> GroupColumns:
    """Return the columns of the valid samples of levels with several workers or servers, from batches of paths."""
    found: dict[tuple[int, int], dict[str, dict[tuple[int, int], float]]] = {}
    # Parts of earlier versions lack some: they are read if a level has what they are about.
    are_there = dict.fromkeys(_OF_ONE, any(level.requests is not None for level in levels))
    are_there["clock_error_ns"] = any(level.hosts for level in levels)
    wanted = [name for name in COLUMNS if are_there.get(name, True)]
    for paths in batches:
        there = {row[0] for row in connection.execute(_NAMES, [list(paths)]).fetchall()}
        columns_of = [_OF_ONE.get(name, name) if name != _LATEST or name in there else "NULL" for name in wanted]
        query = _SAMPLES.format(columns=", ".join(columns_of))
        for sweep, level, arm, block, *values in connection.execute(query, [list(paths)]).fetchall():
            if not levels[level].has_pieces:
                continue
            columns = found.setdefault((level, arm), {name: {} for name in COLUMNS})
            for name, value in zip(wanted, values, strict=True):
                if value is not None:
                    columns[name][sweep, block] = float(value)
    return found
