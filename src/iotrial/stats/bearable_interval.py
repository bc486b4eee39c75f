"""The interval that the rounds of a run bear: looked at once or after each of them (rules 7, 10 and 22)."""

from __future__ import annotations

from iotrial.stats.interval import Floats, Interval, interval_at_rank
from iotrial.stats.level_samples import present
from iotrial.stats.replication import INDEPENDENT, Replication


def interval_of(values: Floats, alpha: float, replication: Replication = INDEPENDENT) -> Interval | None:
    """The median of `values` (1-d, NaN if a round has none) with the interval that the rounds bear, in their unit.

    None with too few of them. Source: rules 7, 10 and 22.
    """
    there = present(values)
    interval = interval_at_rank(there, replication.rank(len(there), alpha))
    return interval and interval.stretched(replication.stretch)
