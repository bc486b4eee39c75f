"""The effect of another value of a factor on a method's absolute time, across levels (rule 4)."""

from __future__ import annotations

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.samples import present
from iotrial.stats.sequence import interval_of


def effect(
    first_ns: Floats, other_ns: Floats, *, comparisons: int, sequence: bool = False
) -> tuple[float | None, Interval | None]:
    """The time at the other level over that at the first, sweep by sweep: its median, and rule 7's interval of it.

    first_ns, other_ns: one arm's round medians of the absolute time at the two levels, ns, (sweeps,), paired; NaN if a
    sweep has no value. comparisons: effects that are told together (Bonferroni). sequence: rule 10's interval. The
    ratio is None without a sweep that has both, the interval with too few of them. Raises ValueError for unequal
    lengths, times not above 0, or no comparison. Source: rules 4 and 7.
    """
    if first_ns.ndim != 1 or first_ns.shape != other_ns.shape:
        raise ValueError(f"sweeps {first_ns.shape} and {other_ns.shape} cannot be paired")
    if comparisons < 1:
        raise ValueError(f"at least one comparison is needed, not {comparisons}")
    if not all((np.isnan(times) | ((times > 0) & np.isfinite(times))).all() for times in (first_ns, other_ns)):
        raise ValueError("times must be above 0 ns and finite")
    logs = present(np.log(other_ns / first_ns))
    if not len(logs):
        return None, None
    interval = interval_of(logs, ALPHA / comparisons, sequence)
    return float(np.exp(np.median(logs))), interval and interval.as_ratio()
