"""Cost over size: a + b x units, fitted sweep by sweep (rule 14)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from iotrial.stats.bearable_interval import interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.level_samples import present
from iotrial.stats.replication import INDEPENDENT, Replication


@dataclass(frozen=True, eq=False)
class CostLine:
    """The cost of a method at any size: a fixed part and a part per unit.

    a_ns and b_ns_per_unit: (sweeps,), NaN for a sweep with fewer than two sizes. a and b: their medians over sweeps
    with rule 7's interval, in ns and ns per unit; None with too few sweeps. The medians alone are always there, unless
    no sweep could be fitted (None). misfit_share: distance of the fitted time from the measured one, as a share of the
    latter, median over sweeps, at the size with the largest; tells if a straight line describes the method. misfit: the
    same with an interval. growth: excess of the fitted time of the largest size over that of the smallest, as a share
    of the latter (infinite if the smallest costs nothing).
    """

    a_ns: Floats
    b_ns_per_unit: Floats
    a_median_ns: float | None
    b_median_ns_per_unit: float | None
    a: Interval | None
    b: Interval | None
    misfit_share: float | None
    misfit: Interval | None
    growth: Interval | None


@dataclass(frozen=True)
class EqualCost:
    """The size at which two costs are equal, in units; the upper bound may be infinite and the lower one 0."""

    units: Interval
    first_is_cheaper_below: bool


def fit(units: Floats, time_ns: Floats, *, alpha: float = ALPHA, replication: Replication = INDEPENDENT) -> CostLine:
    """Fit time = a + b x units in each sweep, neither below 0, each time weighted by 1 / time.

    units: (levels,), at least two different ones, none negative. time_ns: (sweeps, levels), NaN if missing. `alpha` is
    0.05, divided by the number of statements made together; `replication` is what intervals must allow for. Raises
    ValueError for shapes, units or times that do not fit. Source: rule 14 (Lawson and Hanson's non-negative least
    squares, by SciPy).
    """
    if units.ndim != 1 or time_ns.ndim != 2 or time_ns.shape[1] != len(units):
        raise ValueError(f"units {units.shape} and time_ns {time_ns.shape} do not fit")
    if len(np.unique(units)) < 2 or not (np.isfinite(units) & (units >= 0)).all():
        raise ValueError("units must be two different sizes or more, finite and none negative")
    if not (np.isnan(time_ns) | ((time_ns > 0) & np.isfinite(time_ns))).all():
        raise ValueError("times must be above 0 ns and finite")
    fitted = np.array([_fit_sweep(units, row) for row in time_ns]).reshape(-1, 2)
    a_ns, b_ns = fitted[:, 0], fitted[:, 1]
    misfits = ((a_ns[:, None] + b_ns[:, None] * units) / time_ns - 1).T
    least, most = a_ns + b_ns * units.min(), a_ns + b_ns * units.max()
    growth = np.where(least > 0, most / np.where(least > 0, least, 1.0) - 1, np.where(most > 0, np.inf, np.nan))
    worst = max((abs(one) for one in map(_median, misfits) if one is not None), default=None)
    return CostLine(
        a_ns,
        b_ns,
        _median(a_ns),
        _median(b_ns),
        _from_0(interval_of(a_ns, alpha, replication)),
        _from_0(interval_of(b_ns, alpha, replication)),
        worst,
        _farthest(misfits, worst, alpha, replication),
        _from_0(interval_of(growth, alpha, replication)),
    )


def _from_0(interval: Interval | None) -> Interval | None:
    """The interval of what cannot be negative."""
    return interval and Interval(interval.center, max(interval.low, 0.0), interval.high)


def _farthest(misfits: Floats, worst: float | None, alpha: float, replication: Replication) -> Interval | None:
    """The interval of the largest absolute value of several medians, from (sizes, sweeps); None with too few sweeps.

    The lower bound says that some size is at least so far off, and is corrected for all sizes (0 with too few sweeps
    for that). The upper bound says that none is farther off, which is wrong only if the farthest one's own interval is
    (stats/statement.py). Each of the two has half of `alpha`.
    """
    alone = [interval_of(column, alpha, replication) for column in misfits]
    every = [misfit for misfit in alone if misfit is not None]
    if worst is None or len(every) < len(misfits):
        return None
    some = [interval_of(column, alpha / (2 * len(misfits)), replication) for column in misfits]
    low = max(max(0.0, misfit.low, -misfit.high) if misfit else 0.0 for misfit in some)
    return Interval(worst, low, max(max(abs(misfit.low), abs(misfit.high)) for misfit in every))


def _median(values: Floats) -> float | None:
    there = present(values)
    return float(np.median(there)) if len(there) else None


def _fit_sweep(units: Floats, time_ns: Floats) -> tuple[float, float]:
    from scipy.optimize import nnls

    there = ~np.isnan(time_ns)
    if len(np.unique(units[there])) < 2:
        return np.nan, np.nan
    scale = units[there].max()  # both columns near 1, in any unit
    times = time_ns[there]
    rows = np.column_stack([1 / times, units[there] / scale / times]) * times.mean()
    (a, b), _ = nnls(rows, np.full(len(times), times.mean()))
    return float(a), float(b / scale)


def crossover(
    cost_a: CostLine, cost_b: CostLine, *, alpha: float = ALPHA, replication: Replication = INDEPENDENT
) -> EqualCost | None:
    """Return the size at which two costs fitted over the same sweeps are equal, sweep by sweep, with rule 7's interval.

    None when one of the two is cheaper at every size by the medians, or when there are too few sweeps. A sweep in which
    one is cheaper throughout counts as a crossover at 0 or at infinity; one that crosses the other way round counts
    as both, which can only widen the interval. Raises ValueError for unequal numbers of sweeps. Source: rules 7, 14.
    """
    if len(cost_a.a_ns) != len(cost_b.a_ns):
        raise ValueError(f"{len(cost_a.a_ns)} and {len(cost_b.a_ns)} sweeps cannot be paired")
    start, slope = cost_b.a_ns - cost_a.a_ns, cost_a.b_ns_per_unit - cost_b.b_ns_per_unit
    start, slope = present(start + 0 * slope), present(slope + 0 * start)
    rank = replication.rank(len(start), alpha)
    # start > 0: the first is cheaper at size 0; slope > 0: it grows faster, so it loses in the end.
    direction = np.sign(np.median(start)) if rank else 0.0
    if not rank or direction == 0 or np.sign(np.median(slope)) != direction:
        return None
    start, slope = start * direction, slope * direction
    crosses = (start > 0) & (slope > 0)
    if not crosses.any():
        return None
    at = np.divide(start, slope, out=np.zeros(len(start)), where=crosses)
    lows = np.where(crosses, at, np.where((start > 0) & (slope <= 0), np.inf, 0.0))
    highs = np.where(crosses, at, np.where((start <= 0) & (slope > 0), 0.0, np.inf))
    low, high = float(np.sort(lows)[rank - 1]), float(np.sort(highs)[-rank])
    # The median of the sweeps that do cross can leave the interval when few of them do.
    center = float(np.clip(np.median(at[crosses]), low, high))
    units = Interval(center, low, high).stretched(replication.stretch)
    return EqualCost(Interval(center, max(units.low, 0.0), units.high), first_is_cheaper_below=bool(direction > 0))
