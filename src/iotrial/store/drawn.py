"""The surroundings that a run drew for its rounds, as arrays beside its samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from iotrial.store.read import LevelFigures

#: A figure of a round, whatever its samples were; parts of earlier versions lack some columns.
_ROUNDS = """
SELECT sweep, arm, {of}::DOUBLE FROM (
    SELECT sweep, arm, {columns}, row_number() OVER (PARTITION BY sweep, arm ORDER BY block) AS place
    FROM read_parquet(?, union_by_name = true) WHERE level = ?
) WHERE place = 1
"""


def read(
    connection: Any, paths: Sequence[str], level: int, figures: LevelFigures, wanted: Mapping[str, Sequence[str]]
) -> dict[str, NDArray[Any]]:
    """Return each wanted figure, the sum of some columns, as (rounds, arms); NaN if a round or an arm has none."""
    import numpy as np

    there = {
        name for (name,) in connection.execute("SELECT DISTINCT name FROM parquet_schema(?)", [list(paths)]).fetchall()
    }
    found: dict[str, NDArray[Any]] = {}
    for name, columns in wanted.items():
        values = np.full((len(figures.sweeps), len(figures.arms)), np.nan)
        if set(columns) <= there:
            sql = _ROUNDS.format(of=" + ".join(columns), columns=", ".join(columns))
            for sweep, arm, value in connection.execute(sql, [list(paths), level]).fetchall():
                if value is not None and sweep in figures.sweeps and arm in figures.arms:
                    values[figures.sweeps.index(sweep), figures.arms.index(arm)] = value
        found[name] = values
    return found
