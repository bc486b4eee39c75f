"""A ratio over several machines, each with an effect of its own: its mean, and what a further machine may show.

Machines are a sample of such machines. Each tells one number, whose noise is unlike from machine to machine. Student's
interval of the mean needs no estimate of that noise, and keeps its promise if it is unlike: benchmarks/machines.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from iotrial.stats.interval import ALPHA, Interval

#: From this many machines on there is an interval.
FEWEST_MACHINES = 2


def over_machines(logs: Sequence[float], alpha: float = ALPHA) -> Interval | None:
    """The mean of the machines' logs of a ratio, one each, with the interval of the mean; None for fewer than two.

    Source: Student's t, as for any sample; for meta-analyses without weights, Brockwell and Gordon 2001.
    """
    return _around(logs, alpha, 0.0)


def on_a_further_machine(logs: Sequence[float], alpha: float = ALPHA) -> Interval | None:
    """The mean again, with the interval that holds the log of one more such machine; None for fewer than two.

    It is wider than that of the mean, and does not shrink to nothing: Higgins, Thompson and Spiegelhalter 2009. If the
    machines fall into groups, a curve around their mean leaves out a group of few, which one more machine may well be
    one of: so what was seen on any machine belongs to it.
    """
    found = _around(logs, alpha, 1.0)
    return found and Interval(found.center, min(found.low, *logs), max(found.high, *logs))


def _around(logs: Sequence[float], alpha: float, further: float) -> Interval | None:
    from scipy.special import stdtrit

    count = len(logs)
    if count < FEWEST_MACHINES:
        return None
    mean = math.fsum(logs) / count
    variance = math.fsum((one - mean) ** 2 for one in logs) / (count - 1)
    half = float(stdtrit(count - 1, 1 - alpha / 2)) * math.sqrt(variance * (1 / count + further))
    return Interval(mean, mean - half, mean + half)
