"""The effect of another value of a factor on a method's absolute time, across levels (rule 4)."""

from __future__ import annotations

import numpy as np

from iotrial.stats.bearable_interval import ratio_interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.level_samples import present
from iotrial.stats.replication import INDEPENDENT, Replication


def effect(
    first_ns: Floats, other_ns: Floats, *, alpha: float = ALPHA, replication: Replication = INDEPENDENT
) -> tuple[float | None, Interval | None]:
    """The time at the other level over that at the first, sweep by sweep: its median, and rule 7's interval of it.

    first_ns, other_ns: one arm's round medians of the absolute time at the two levels, ns, (sweeps,), paired; NaN if a
    sweep has no value. alpha: one minus the coverage of the interval, for all effects that are told together
    (Bonferroni). replication: what it must allow for. The ratio is None without a sweep that has both, the interval
    with too few of them. Raises ValueError for unequal lengths or times not above 0. Source: rules 4 and 7.
    """
    if first_ns.ndim != 1 or first_ns.shape != other_ns.shape:
        raise ValueError(f"sweeps {first_ns.shape} and {other_ns.shape} cannot be paired")
    if not all((np.isnan(times) | ((times > 0) & np.isfinite(times))).all() for times in (first_ns, other_ns)):
        raise ValueError("times must be above 0 ns and finite")
    logs = present(np.log(other_ns / first_ns))
    if not len(logs):
        return None, None
    interval = ratio_interval_of(logs, alpha, replication)
    return float(np.exp(np.median(logs))), interval and interval.as_ratio()
