"""The figures of several writers or clients at once, besides their time: taken per sample, then by rule 7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from iotrial.judge.bounds import RatioBounds
from iotrial.judge.judged_group import JudgedGroup, ServedInTime, Spread
from iotrial.judge.judging import Judging
from iotrial.store.group_columns import Columns
from iotrial.store.record import BASELINE

if TYPE_CHECKING:
    from iotrial.stats.replication import Replication

#: A unit of the column of fairness.
PPM = 1e-6

#: A method keeps up with what arrives if at least this share of what was due within the window is done by its end.
KEEPS_UP = 0.99

#: Level, and arm within it, by their numbers.
Groups = dict[tuple[int, int], JudgedGroup]


def judged_groups(judging: Judging) -> Groups:
    """Return the figures of each arm of the levels with several workers; no other level has any."""
    run = judging.run
    if not any(level.has_pieces for level in run.levels):
        return {}
    found = judging.stored.group_columns()
    # Two figures of each arm have an interval: its tail, and the share of the arrivals that it served.
    figures = 2 * sum(len(level.arms) - 1 for level in run.levels if level.has_pieces)
    alpha = judging.risk.share("workers") / max(1, figures)
    return {
        (number, index): _group(
            found.get((number, index), {}),
            found.get((number, BASELINE), {}),
            alpha,
            judging.replication,
        )
        for number, level in enumerate(run.levels)
        if level.has_pieces
        for index in range(len(level.arms))
    }


def _group(own: Columns, baseline: Columns, alpha: float, replication: Replication) -> JudgedGroup:
    """Medians over rounds of the rounds' medians, the tail against the baseline's, and what was counted."""
    import numpy as np

    def usual(column: str, unit: float = 1.0) -> float | None:
        rounds = list(_by_round(own.get(column, {})).values())
        return float(np.median(rounds)) * unit if rounds else None

    tails = list(_by_round(own.get("p99_ns", {})).values())
    low, high = (float(value) for value in np.quantile(tails, [0.1, 0.9])) if tails else (None, None)
    return JudgedGroup(
        p50_ns=usual("p50_ns"),
        p90_ns=usual("p90_ns"),
        p99_ns=usual("p99_ns"),
        longest_ns=usual("longest_ns"),
        stall_ns=usual("stall_ns"),
        fairness=usual("jain_ppm", PPM),
        longest_run=usual("longest_run"),
        served=_served(own, alpha, replication),
        p99_spread_ns=Spread(low=low, high=high),
        p99_ratio=_tail_ratio(own, baseline, alpha, replication),
        held_ns=usual("held_ns"),
        requests=usual("requests"),
        compared=usual("compared"),
        clock_error_ns=max(own.get("clock_error_ns", {}).values(), default=None),
    )


def _served(own: Columns, alpha: float, replication: Replication) -> ServedInTime | None:
    """The share of all arrivals due within a window that were done by its end; None if none are due.

    The interval is of the rounds' shares, by rule 7. A method keeps up, or does not, if the share of all arrivals and
    the whole interval say so; anything else is undecided.
    """
    import numpy as np

    from iotrial.stats.bearable_interval import interval_of

    due, served = (_sums(own.get(name, {})) for name in ("due", "served"))
    if not sum(due.values()):
        return None
    share = sum(served.values()) / sum(due.values())
    rounds = np.array([served.get(sweep, 0.0) / count for sweep, count in due.items() if count])
    interval = interval_of(rounds, alpha, replication)
    low, high = (interval.low, interval.high) if interval else (None, None)
    keeps_up = None
    if interval is not None:
        least, most = min(share, interval.low), max(share, interval.high)
        keeps_up = True if least >= KEEPS_UP else False if most < KEEPS_UP else None
    return ServedInTime(share=share, low=low, high=high, keeps_up=keeps_up)


def _sums(values: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Sweep -> the sum over its blocks."""
    found: dict[int, float] = {}
    for (sweep, _), value in values.items():
        found[sweep] = found.get(sweep, 0.0) + value
    return found


def _tail_ratio(own: Columns, baseline: Columns, alpha: float, replication: Replication) -> RatioBounds | None:
    """The 99th percentile over the baseline's, block by block, with rule 7's interval; None for too few rounds."""
    import numpy as np

    from iotrial.stats.bearable_interval import interval_of

    tails, others = own.get("p99_ns", {}), baseline.get("p99_ns", {})
    logs = {at: float(np.log(value / others[at])) for at, value in tails.items() if others.get(at) and value}
    rounds = np.array(list(_by_round(logs).values()))
    interval = interval_of(rounds, alpha, replication)
    if interval is None:
        return None
    ratio = interval.as_ratio()
    return RatioBounds(ratio=ratio.center, low=ratio.low, high=ratio.high)


def _by_round(values: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Sweep -> the median over its blocks."""
    import numpy as np

    blocks: dict[int, list[float]] = {}
    for (sweep, _), value in values.items():
        blocks.setdefault(sweep, []).append(value)
    return {sweep: float(np.median(found)) for sweep, found in blocks.items()}
