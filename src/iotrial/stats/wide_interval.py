"""The interval of a median from fewer rounds than the sign test takes: enough to tell eight times from one (rule 30).

If values are independent draws from a distribution with one peak that is the same on either side of it, all of them lie
within a range R and the middle of that range lies more than c R from the center with a probability of (2c + 1)^-(n - 1)
at the most: the uniform distribution is the worst (for n = 2 Blachman and Machol, IEEE Trans. Inf. Theory 33 (1987)
373). For c = 1/2 that is the sign test's own bound, which needs no peak. Rounds that resemble each other count as
fewer, and as fewer than the run's own correlation says if that is low: it is one of all arms.

What would break it is an arm that is now in one state and now in another, so close together within each that few rounds
show only one of them. A neighbour on the other thread of a core does that, and costs up to 1.45 times as much. So no
bound is nearer than 1.5 times, and what is told by such an interval is a large difference or nothing.
"""

from __future__ import annotations

import math

import numpy as np

from iotrial.stats.dependence import design_effect
from iotrial.stats.interval import Floats, Interval, middle
from iotrial.stats.replication import Replication

#: Fewer rounds give no interval at all.
FEWEST = 4

#: The correlation of neighbouring rounds where there are too few to estimate it.
UNKNOWN_CORRELATION = 0.6

#: The least correlation that is allowed for: one arm may be in a state that lasts for some rounds, unlike all others.
LEAST_CORRELATION = 0.3

#: Either bound is at least this factor from the middle of the range, and from the median.
NEAREST = 1.5

#: An interval with bounds that are farther away says nothing, and is none.
FARTHEST = 30.0

#: Fewer rounds than this, once those that resemble each other are counted as fewer, say nothing of their spread.
_FEWEST_INDEPENDENT = 1.5


def wide_interval(logs: Floats, alpha: float, replication: Replication) -> Interval | None:
    """The median of logs of ratios (1-d, one per round, no NaN) with bounds of coverage 1 - alpha.

    None with too few rounds, for a run that ends when it has seen enough (`replication.sequence`), and if the bounds
    would say nothing. Source: rule 30.
    """
    n = len(logs)
    if replication.sequence or n < FEWEST:
        return None
    known = replication.correlation
    rho = UNKNOWN_CORRELATION if known is None else max(known, LEAST_CORRELATION)
    independent = n / design_effect(n, rho)
    if independent < _FEWEST_INDEPENDENT:
        return None
    ordered = np.sort(logs)
    least, most = float(ordered[0]), float(ordered[-1])
    ranges = max(0.5, (alpha ** (-1 / (independent - 1)) - 1) / 2)
    half = max(ranges * (most - least), math.log(NEAREST)) * replication.stretch
    if not half <= math.log(FARTHEST):
        return None
    between, center = (least + most) / 2, middle(ordered)
    near = math.log(NEAREST) * replication.stretch
    return Interval(center, min(between - half, center - near), max(between + half, center + near), is_wide=True)
