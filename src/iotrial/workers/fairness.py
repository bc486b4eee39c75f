"""How evenly a file is shared by its writers, from the file's own order. Pure.

Jain's index of shares x of n writers is (sum x)^2 / (n sum x^2): 1 where all have the same, 1/n where one has all
(Jain, Chiu, Hawe 1984, DEC-TR-301).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: Records that a share is taken over: few enough to see writers take turns of a few hundred.
WINDOW_RECORDS = 100


def jain_index(writer: Integers, writers: int) -> float | None:
    """The mean of Jain's index over windows of 100 records; None where there is not one whole window."""
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
    """Most records of one writer in a row; None where there are none."""
    import numpy as np

    if len(writer) == 0:
        return None
    changes = np.flatnonzero(np.diff(writer)) + 1
    return int(np.diff(np.concatenate(([0], changes, [len(writer)]))).max())
