"""The interval that the rounds of a run bear: looked at once or after each of them (rules 7, 10, 22 and 30)."""

from __future__ import annotations

import numpy as np

from iotrial.stats.interval import Floats, Interval, interval_at_rank
from iotrial.stats.level_samples import present
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.wide_interval import wide_interval


def interval_of(values: Floats, alpha: float, replication: Replication = INDEPENDENT) -> Interval | None:
    """The median of `values` (1-d, NaN if a round has none) with the interval that the rounds bear, in their unit.

    None with too few of them. Source: rules 7, 10 and 22.
    """
    there = present(values)
    interval = interval_at_rank(there, replication.rank(len(there), alpha))
    return interval and interval.stretched(replication.stretch)


def ratio_interval_of(logs: Floats, alpha: float, replication: Replication = INDEPENDENT) -> Interval | None:
    """The same of logs of ratios, which have a wide interval if the rounds are too few for that one (rule 30)."""
    return interval_of(logs, alpha, replication) or wide_interval(present(logs), alpha, replication)


def pair_interval_of(
    logs: Floats, alpha: float, replication: Replication, row: Interval | None, over: Interval | None
) -> Interval | None:
    """The interval of one arm over another: logs of the two, and their own intervals over the baseline.

    With too few rounds for an interval of its own, the two rows bound the pair: all rows of a level hold together, so
    what follows from them does too. Source: rules 8 and 30.
    """
    own = interval_of(logs, alpha, replication)
    if own is not None or row is None or over is None or row.is_wide or over.is_wide:
        return own or wide_interval(present(logs), alpha, replication)
    there = present(logs)
    center = float(np.median(there)) if len(there) else row.center - over.center
    low, high = row.low - over.high, row.high - over.low
    return Interval(min(max(center, low), high), low, high)
