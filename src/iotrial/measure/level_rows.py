"""The rows of one level's rounds, as the arrays that are judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from iotrial.measure.round import Row
from iotrial.stats.interval import Floats
from iotrial.stats.judged_clock import Clock, figure_ns
from iotrial.stats.level_samples import LevelSamples


def samples_of(rows: Sequence[Row], arms: int, blocks: int, clock: Clock) -> LevelSamples:
    """Return the time of one iteration by round, block and arm, by a clock; NaN if there is no valid sample."""
    sweeps = sorted({int(str(row["sweep"])) for row in rows})
    shape = (len(sweeps), blocks, arms)
    time_ns, slot = np.full(shape, np.nan), np.zeros(shape, dtype=int)
    place = {sweep: number for number, sweep in enumerate(sweeps)}
    times = _times(rows, clock)
    for row, time in zip(rows, times, strict=True):
        figures: Any = row
        at = (place[figures["sweep"]], figures["block"], figures["arm"])
        slot[at] = figures["slot"]
        if figures["status"] == "ok":
            time_ns[at] = time / figures["counted"]
    return LevelSamples(time_ns=time_ns, slot=slot)


def _times(rows: Sequence[Row], clock: Clock) -> Floats:
    """The figure of each row's whole sample, ns."""

    def column(*names: str) -> Floats:
        values: list[list[Any]] = [[row.get(name) for name in names] for row in rows]
        return np.array([np.nan if None in row else float(sum(row)) for row in values])

    return figure_ns(
        clock,
        wall_ns=column("wall_ns"),
        queue_ns=column("queue_ns"),
        cpu_ns=column("user_ns", "system_ns"),
        reader_ns=column("reader_ns"),
        reader_queue_ns=column("reader_queue_ns"),
    )
