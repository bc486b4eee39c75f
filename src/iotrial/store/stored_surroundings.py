"""The surroundings that a run drew for its rounds, as arrays beside its samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from iotrial.store.level_figures import LevelFigures

#: Columns of SAMPLE that hold what was drawn; all samples of an arm in a round have the same, unless it failed.
COLUMNS = ("path_bytes", "path_depth", "heap_bytes", "environment_bytes", "argument_bytes")

Drawn = dict[str, "NDArray[Any]"]


def read(connection: Any, paths: Sequence[str], levels: Sequence[LevelFigures]) -> list[Drawn]:
    """Return what was drawn at each level, by column: (rounds, arms), NaN if a round or an arm has nothing.

    Parts of earlier versions lack some of the columns.
    """
    import numpy as np

    names = connection.execute("SELECT DISTINCT name FROM parquet_schema(?)", [list(paths)]).fetchall()
    there = [column for column in COLUMNS if (column,) in names]
    found = [{column: np.full((len(one.sweeps), len(one.arms)), np.nan) for column in COLUMNS} for one in levels]
    of_rounds = ", ".join(f"coalesce(min({column})::DOUBLE, 'nan') AS {column}" for column in there)
    rows = connection.execute(
        f"SELECT level, sweep, arm, {of_rounds} FROM read_parquet(?, union_by_name = true) GROUP BY level, sweep, arm",
        [list(paths)],
    ).fetchnumpy()
    for number, (figures, drawn) in enumerate(zip(levels, found, strict=True)):
        own = (rows["level"] == number) & np.isin(rows["arm"], figures.arms)
        places = np.searchsorted(figures.sweeps, rows["sweep"][own]), np.searchsorted(figures.arms, rows["arm"][own])
        for column in there:
            drawn[column][places] = rows[column][own]
    return found
