"""Columns that only samples of several workers at once have; read when something asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from iotrial.store.record import LevelRecord

#: In the unit of the samples.
COLUMNS = ("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run", "due", "served")

#: Column -> (sweep, block) -> value, of one arm of a level.
Columns = Mapping[str, Mapping[tuple[int, int], float]]

#: (level, arm) -> its columns.
GroupColumns = Mapping[tuple[int, int], Columns]

_SAMPLES = f"SELECT sweep, level, arm, block, {', '.join(COLUMNS)} FROM read_parquet(?) WHERE status = 'ok'"


def read(connection: Any, batches: Iterable[Sequence[str]], levels: Sequence[LevelRecord]) -> GroupColumns:
    """Return the columns of the valid samples of levels with several workers, from batches of paths of parts."""
    found: dict[tuple[int, int], dict[str, dict[tuple[int, int], float]]] = {}
    for paths in batches:
        for sweep, level, arm, block, *values in connection.execute(_SAMPLES, [list(paths)]).fetchall():
            if levels[level].window_ns is None:
                continue
            columns = found.setdefault((level, arm), {name: {} for name in COLUMNS})
            for name, value in zip(COLUMNS, values, strict=True):
                if value is not None:
                    columns[name][sweep, block] = float(value)
    return found
