"""A ratio with its interval, and how far the plain programs' and iotrial's lie apart."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

#: The coverage of all intervals of a level together.
CONFIDENCE = 0.95

#: Ratios that differ by no more than this are the same.
REACH = 0.03


@dataclass(frozen=True)
class Ratio:
    """A time over the baseline's, with its bounds; None: too few rounds."""

    center: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Return it as a table shows it."""
        bounds = "no interval" if self.low is None or self.high is None else f"[{self.low:.3f}, {self.high:.3f}]"
        return f"{self.center:.3f} {bounds}"

    def widened(self, factor: float) -> Ratio:
        """Return it with bounds that are farther away by a factor, either way."""
        if self.low is None or self.high is None:
            return self
        return Ratio(self.center, self.low / factor, self.high * factor)

    def overlaps(self, other: Ratio) -> bool | None:
        """True if both intervals have a value in common; None if one of them is missing."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return None
        return self.low <= other.high and other.low <= self.high


def ratio_of(logs: Sequence[float], comparisons: int) -> Ratio | None:
    """Return the median of rounds' log ratios with its exact interval, for so many arms together; None without rounds.

    By SciPy, so that iotrial's own arithmetic is held against another one.
    """
    from scipy.stats import quantile_test

    if not logs:
        return None
    found = quantile_test(np.array(logs), q=0.0, p=0.5).confidence_interval(1 - (1 - CONFIDENCE) / comparisons)
    low, high = float(found.low), float(found.high)
    is_bounded = math.isfinite(low) and math.isfinite(high)
    bounds = (math.exp(low), math.exp(high)) if is_bounded else (None, None)
    return Ratio(math.exp(float(np.median(logs))), *bounds)


@dataclass(frozen=True)
class Compared:
    """An arm's ratio by plain programs and by iotrial, and by plain programs under other conditions.

    reason: why there is no ratio of the one or the other; None if both are there.
    tried: the plain ratio under each condition, from a few rounds, among which one was chosen.
    repeated, under: the plain ratio once more, and under that condition, from rounds of their own.
    """

    arm: str
    plain: Ratio | None
    ours: Ratio | None
    reason: str | None = None
    tried: Mapping[str, Ratio] = field(default_factory=dict)
    repeated: Ratio | None = None
    under: Mapping[str, Ratio] = field(default_factory=dict)

    @property
    def apart(self) -> float | None:
        """Return how far iotrial's ratio lies from the plain one, as a share of that."""
        return _apart(self.plain, self.ours) if self.plain and self.ours else None

    @property
    def is_within(self) -> bool | None:
        """True if they are the same; None without both."""
        return None if self.apart is None else abs(self.apart) <= REACH

    @property
    def overlaps(self) -> bool | None:
        """True if their intervals have a value in common; None if one is missing."""
        return self.plain.overlaps(self.ours) if self.plain and self.ours else None

    @property
    def is_apart(self) -> bool:
        """True if they are not the same, and noise does not account for it."""
        return self.is_within is False and self.overlaps is False

    @property
    def explained_by(self) -> str | None:
        """Return the condition under which the plain ratio is iotrial's; None if there is none.

        It must move the plain ratio by more than noise, so that the intervals of both do not meet, and bring it to
        iotrial's. The nearest is taken if several do.
        """
        if self.ours is None or self.repeated is None:
            return None
        apart = {
            name: abs(_apart(ratio, self.ours))
            for name, ratio in self.under.items()
            if ratio.overlaps(self.repeated) is False
        }
        near = {name: share for name, share in apart.items() if share <= REACH}
        return min(near, key=lambda name: near[name], default=None)

    @property
    def is_reached(self) -> bool | None:
        """True if the arm is within reach or explained; None if noise may be all that is between them."""
        if self.is_within is None:
            return None
        if self.is_within or self.explained_by is not None:
            return True
        return False if self.is_apart else None

    @property
    def verdict(self) -> str:
        """Return what is to be said of it, in a few words."""
        if self.apart is None:
            return f"skipped: {self.reason}"
        if self.is_within:
            return f"within {100 * REACH:.0f} %"
        how = {True: "intervals overlap", False: "intervals apart", None: "no interval"}[self.overlaps]
        return f"off, {how}"


def hull(ratios: Iterable[Ratio]) -> Ratio | None:
    """Return the hull of some ratios' intervals, around the median of their centers; None without any."""
    found = list(ratios)
    if not found:
        return None
    lows, highs = [one.low for one in found], [one.high for one in found]
    center = statistics.median(one.center for one in found)
    if None in lows or None in highs:
        return Ratio(center, None, None)
    return Ratio(center, min(low for low in lows if low), max(high for high in highs if high))


def nearest(ours: Ratio | None, tried: Mapping[str, Ratio]) -> str | None:
    """Return the condition under which the plain ratio comes nearest to iotrial's; None if none was tried."""
    return min(tried, key=lambda name: abs(_apart(tried[name], ours)), default=None) if ours is not None else None


def _apart(plain: Ratio, ours: Ratio) -> float:
    return ours.center / plain.center - 1
