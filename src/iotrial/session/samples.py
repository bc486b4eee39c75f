"""The rows of one level's rounds, as the arrays that are judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from iotrial.session.round import Row
from iotrial.stats.samples import LevelSamples


def samples_of(rows: Sequence[Row], arms: int, blocks: int) -> LevelSamples:
    """Return the time of one iteration by round, block and arm; NaN if there is no valid sample."""
    sweeps = sorted({int(str(row["sweep"])) for row in rows})
    shape = (len(sweeps), blocks, arms)
    time_ns, slot = np.full(shape, np.nan), np.zeros(shape, dtype=int)
    place = {sweep: number for number, sweep in enumerate(sweeps)}
    for row in rows:
        figures: Any = row
        at = (place[figures["sweep"]], figures["block"], figures["arm"])
        slot[at] = figures["slot"]
        if figures["status"] == "ok":
            time_ns[at] = figures["wall_ns"] / figures["counted"]
    return LevelSamples(time_ns=time_ns, slot=slot)
