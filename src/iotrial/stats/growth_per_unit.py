"""The growth of memory with size, from a few fresh processes at each: flat, or a number of bytes for each unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval, median_interval

Verdict = Literal["flat", "grows", "falls", "undecided"]


@dataclass(frozen=True, eq=False)
class GrowthPerUnit:
    """Bytes of memory for each unit of size, from the smallest size to the largest.

    bytes_per_unit: (processes,), one for each process at the smallest and one at the largest, paired by their number.
    median: theirs. interval: rule 7's, in bytes per unit; None with too few processes. steps: (sizes - 1,), medians of
    the same from each size to the next. misfit_bytes: the largest distance of the median at a size between from the
    line through the ends (0 for two sizes).
    """

    bytes_per_unit: Floats
    median: float
    interval: Interval | None
    steps: Floats
    misfit_bytes: float
    verdict: Verdict


def growth(units: Floats, memory_bytes: Floats, *, flat_below: float, alpha: float = ALPHA) -> GrowthPerUnit:
    """The growth of memory from the smallest to the largest of some sizes.

    units: (sizes,), two different ones or more, ascending. memory_bytes: (processes, sizes), a fresh process each, so
    that rows may be paired at will and are independent of each other: the interval is the exact sign test's. Memory is
    flat if the whole interval lies between -`flat_below` and `flat_below` bytes per unit, and the sizes between lie no
    farther from the line than that growth would be over the whole range. `alpha` is 0.05, divided by the number of
    statements made together. Raises ValueError for shapes or values that do not fit. Source: rules 7 and 14.
    """
    if units.ndim != 1 or memory_bytes.ndim != 2 or memory_bytes.shape[1] != len(units) or not len(memory_bytes):
        raise ValueError(f"units {units.shape} and memory_bytes {memory_bytes.shape} do not fit")
    if len(units) < 2 or not (np.diff(units) > 0).all():
        raise ValueError("units must be two sizes or more, ascending")
    if not np.isfinite(memory_bytes).all() or not np.isfinite(units).all() or flat_below <= 0:
        raise ValueError("sizes and memory must be finite, and what is flat above 0")
    span = units[-1] - units[0]
    slopes = (memory_bytes[:, -1] - memory_bytes[:, 0]) / span
    line = memory_bytes[:, :1] + slopes[:, None] * (units - units[0])
    misfit = float(np.abs(np.median(memory_bytes - line, axis=0)).max())
    interval = median_interval(slopes, alpha)
    return GrowthPerUnit(
        slopes,
        float(np.median(slopes)),
        interval,
        np.median(np.diff(memory_bytes, axis=1) / np.diff(units), axis=0),
        misfit,
        _verdict(interval, misfit <= flat_below * span, flat_below),
    )


def _verdict(interval: Interval | None, is_line: bool, flat_below: float) -> Verdict:
    if interval is None:
        return "undecided"
    if interval.low > flat_below:
        return "grows"
    if interval.high < -flat_below:
        return "falls"
    return "flat" if -flat_below < interval.low <= interval.high < flat_below and is_line else "undecided"
