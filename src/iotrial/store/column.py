"""Figures of samples besides the wall time, as arrays like that of times; read when something asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from iotrial.store.level_figures import LevelFigures
    from iotrial.store.record import LevelRecord

#: The CPU time of an iteration, which for several workers at once is measured over all of their iterations, though
#: their time is that of a window.
CPU_TIME = "cpu time of an iteration"

#: Name -> its SQL expression over a sample. One worker alone has none of the figures of several workers at once.
COLUMNS: Mapping[str, str] = {
    "cpu time": "(user_ns + system_ns) / counted",
    CPU_TIME: "(user_ns + system_ns) / nullif(iterations, 0)",
}
OF_SEVERAL: Mapping[str, str] = {"p99": "p99_ns", "longest wait": "stall_ns", "fairness": "jain_ppm / 1e6"}

_ROWS = """
SELECT sweep, arm, block, ({column})::DOUBLE AS value FROM read_parquet(?)
WHERE level = ? AND status = 'ok' AND counted > 0 AND ({column}) > 0
"""


def read(
    connection: Any, paths: Sequence[str], number: int, of: str, level: LevelRecord, figures: LevelFigures
) -> NDArray[Any]:
    """Return (rounds, blocks, arms) of a level; NaN if a sample has no valid time, or no figure above 0."""
    import numpy as np

    found = np.full(figures.time_ns.shape, np.nan)
    if of not in COLUMNS and not level.has_pieces:
        return found
    query = _ROWS.format(column=COLUMNS.get(of) or OF_SEVERAL[of])
    rows = connection.execute(query, [list(paths), number]).fetchnumpy()
    columns = {name: np.ma.getdata(values) for name, values in rows.items()}
    own = np.isin(columns["arm"], figures.arms) & np.isin(columns["sweep"], figures.sweeps)
    sweep, arm, block, value = (columns[name][own] for name in ("sweep", "arm", "block", "value"))
    found[np.searchsorted(figures.sweeps, sweep), block, np.searchsorted(figures.arms, arm)] = value
    found[np.isnan(figures.time_ns)] = np.nan
    return found
