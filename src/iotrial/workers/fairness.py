"""The fairness of writers that share a file, from the order of records in it. Pure.

Jain's index of shares x of n writers is (sum x)^2 / (n sum x^2): 1 if all have the same, 1/n if one has all
(Jain, Chiu, Hawe 1984, DEC-TR-301).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: Records in a window: so few that turns of a few hundred records show.
WINDOW_RECORDS = 100


def jain_index(writer: Integers, writers: int) -> float | None:
    """The mean of Jain's index over windows of 100 records; None if there is no whole window."""
    import numpy as np

    windows = len(writer) // WINDOW_RECORDS
    if windows == 0:
        return None
    rows = np.asarray(writer[: windows * WINDOW_RECORDS], dtype=np.int64).reshape(windows, WINDOW_RECORDS)
    places = rows + writers * np.arange(windows)[:, np.newaxis]
    shares = np.bincount(places.ravel(), minlength=windows * writers).reshape(windows, writers)
    index = WINDOW_RECORDS**2 / (writers * (shares.astype(np.float64) ** 2).sum(axis=1))
    return float(index.mean())


def longest_run(writer: Integers) -> int | None:
    """The most records of one writer in a row; None if there are no records."""
    import numpy as np

    if len(writer) == 0:
        return None
    changes = np.flatnonzero(np.diff(writer)) + 1
    return int(np.diff(np.concatenate(([0], changes, [len(writer)]))).max())
