"""Cautions: signs that a figure is doubtful without being wrong (rules 1, 7, 11 and 12).

Each function looks at one arm or at all of them and returns figures if something is the matter. A caution that comes up
on sound data is soon ignored. So most have a test that on sound data fails in about SHARE of levels, all arms of a
level together (Bonferroni); drift is tested as an arm is, by rule 7's interval, and skew only compares sizes. All but
autocorrelation, which has no size in time, also ask that the effect reaches the margin.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import Floats, Interval, median_interval
from iotrial.stats.kendall import trend_p
from iotrial.stats.level_samples import LevelSamples, median_over_blocks, present

Figures = dict[str, float]

#: Share of sound levels in which one kind of caution may come up.
SHARE = 0.01

#: With more rounds than this, a slope is taken over groups of neighbours, and pairs are counted instead of listed.
_MOST_LISTED = 300

#: The tables of the dip test end at this many values; of more, a random sample is tested (the same one every time).
_MOST_DIPPED = 72_000

#: Fewest rounds with a value from which the order of rounds, or the shape of their values, can be tested.
_FEWEST_ROUNDS = 8


def drift(ratios: Floats, alpha: float, margin: float) -> list[Figures | None]:
    """Per arm, the distance of the second half of the blocks from the first: `change` of the ratio, or None.

    ratios: log ratios of all samples, (rounds, blocks, arms), NaN if missing.
    The difference of the halves' medians is taken in each round (a middle block belongs to neither) and gets rule 7's
    interval of coverage 1 - alpha; it is drift when that excludes 0 and the median is beyond the margin.
    Source: rule 1.
    """
    half = ratios.shape[1] // 2
    if half == 0:
        return [None] * ratios.shape[2]
    moved = median_over_blocks(ratios[:, -half:]) - median_over_blocks(ratios[:, :half])
    found: list[Figures | None] = []
    for column in moved.T:
        interval = median_interval(present(column), alpha)
        drifts = (
            interval is not None
            and abs(interval.center) > math.log1p(margin)
            and (interval.low > 0 or interval.high < 0)
        )
        found.append({"change": math.expm1(interval.center)} if interval is not None and drifts else None)
    return found


def slot_effect(samples: LevelSamples, margin: float) -> list[Figures | None]:
    """Per arm, the effect of its place in the block on its time: `effect` (slowest over fastest place, less 1) and `p`.

    Logs of times are freed of the arm's own median in the round and of what the whole block has in common, cut at
    four robust deviations, and compared between places by the sum of squares (rounds are strata: a degree of freedom
    is lost for each). Source: rule 12; the aligned test of Hodges and Lehmann, 1962, on cut values.
    """
    rounds, _, arms = samples.time_ns.shape
    own = np.log(samples.time_ns)
    own -= median_over_blocks(own)[:, None, :]
    common = median_over_blocks(np.moveaxis(own, 2, 1))[:, :, None]  # median over arms, for each block
    rest = own - common
    found: list[Figures | None] = []
    for arm in range(arms):
        there = ~np.isnan(rest[:, :, arm])
        if there.sum() <= 2 * rounds:
            found.append(None)
            continue
        found.append(_between_slots(rest[:, :, arm][there], samples.slot[:, :, arm][there], rounds, arms, margin))
    return found


def _between_slots(rest: Floats, slot: NDArray[np.int_], rounds: int, arms: int, margin: float) -> Figures | None:
    """The figures of one arm from all its samples in one row."""
    cut = 4 * 1.4826 * np.median(np.abs(rest - np.median(rest)))
    rest = np.clip(rest, -cut, cut) if cut > 0 else rest
    rest = rest - rest.mean()
    counts = np.bincount(slot)
    used = counts > 0
    means = np.bincount(slot, weights=rest)[used] / counts[used]
    effect = float(np.expm1(means.max() - means.min()))
    if effect <= margin:
        return None
    from scipy.special import chdtrc

    whole = float((rest**2).sum())
    between = float((counts[used] * means**2).sum())
    p = float(chdtrc(used.sum() - 1, (len(rest) - rounds) * between / whole))
    return {"effect": effect, "p": p} if p < SHARE / arms else None


def autocorrelation(values: Floats, comparisons: int) -> Figures | None:
    """The likeness of one arm's neighbouring rounds (1-d logs, in order): their `correlation`, and `p`; or None.

    Only likeness counts, since it is what makes intervals too narrow.
    Source: rule 12; Bartels, The rank version of von Neumann's ratio test for randomness, 1982.
    """
    n = len(values)
    if n < _FEWEST_ROUNDS:
        return None
    _, ranks = np.unique(values, return_inverse=True)
    around = ranks - ranks.mean()
    whole = float((around**2).sum())
    if whole == 0:
        return None
    from scipy.special import ndtr

    ratio = float((np.diff(ranks) ** 2).sum()) / whole
    variance = 4 * (n - 2) * (5 * n**2 - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) ** 2)
    p = float(ndtr((ratio - 2) / math.sqrt(variance)))
    if p >= SHARE / comparisons:
        return None
    return {"correlation": float((around[1:] * around[:-1]).sum()) / whole, "p": p}


def trend(values: Floats, comparisons: int, margin: float) -> Figures | None:
    """The trend of an arm's ratio over the rounds (1-d logs, in order): `change` from first to last, and `p`; or None.

    The change is the slope of Theil and Sen, the test Kendall's over all rounds. Of more than 300 rounds the slope is
    that of at most 300 groups of neighbours, each by its median: all pairs would be too many.
    Source: rule 12; Mann 1945.
    """
    n = len(values)
    if n < _FEWEST_ROUNDS:
        return None
    moved = _slope(values) * (n - 1)
    if abs(moved) <= math.log1p(margin):
        return None
    p = trend_p(values)
    return {"change": math.expm1(moved), "p": p} if p < SHARE / comparisons else None


def _slope(values: Floats) -> float:
    """Theil and Sen's slope per round, over rounds or groups of neighbours; an incomplete last group is left out."""
    size = -(-len(values) // _MOST_LISTED)
    groups = len(values) // size
    value = np.median(values[: groups * size].reshape(groups, size), axis=1)
    first, second = np.triu_indices(groups, 1)
    return float(np.median((value[second] - value[first]) / (second - first))) / size


def skew(values: Floats, interval: Interval, margin: float) -> Figures | None:
    """The skew of the rounds (1-d logs): Hodges and Lehmann's `estimate` and the `median`, as ratios; None if near.

    Far means beyond the margin and beyond half of the interval's half-width: between symmetric rounds the two differ
    by a third of it or so at most. Source: rule 7; Hodges and Lehmann, 1963.
    """
    estimate = hodges_lehmann(values)
    far = max(math.log1p(margin), (interval.high - interval.low) / 4)
    if abs(estimate - interval.center) <= far:
        return None
    return {"estimate": math.exp(estimate), "median": math.exp(interval.center)}


def hodges_lehmann(values: Floats) -> float:
    """The median of the averages of all pairs of `values` (1-d, at least one), each with itself included; their unit.

    Of more than 300 values the pairs are counted, not listed: exact but for the last bits of the range.
    Source: Hodges and Lehmann, Estimates of location based on rank tests, 1963; counted as by Monahan, 1984.
    """
    n = len(values)
    if n <= _MOST_LISTED:
        first, second = np.triu_indices(n)
        return float(np.median((values[first] + values[second]) / 2))
    ordered = np.sort(values)
    pairs = n * (n + 1) // 2
    lower = _pair_sum(ordered, (pairs + 1) // 2)
    upper = lower if pairs % 2 else _pair_sum(ordered, pairs // 2 + 1)
    return (lower + upper) / 4


def _pair_sum(ordered: Floats, rank: int) -> float:
    """The rank-th smallest sum of two of the sorted values, each with itself included, found by halving a range."""
    low, high = 2 * float(ordered[0]), 2 * float(ordered[-1])
    for _ in range(64):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        both = int(np.searchsorted(ordered, middle - ordered, side="right").sum())
        alone = int(np.searchsorted(ordered, middle / 2, side="right"))
        if (both + alone) // 2 >= rank:
            high = middle
        else:
            low = middle
    return high


def two_humps(ratios: Floats, values: Floats, comparisons: int, margin: float) -> Figures | None:
    """The two typical times of an arm: `low`, `high` (ratios), `share_high`, `between_rounds` (1 or 0), `p`; or None.

    ratios: log ratios of its samples, (rounds, blocks); values: those of its rounds, (rounds,); NaN if missing.
    Tested separately: the values of the rounds (a process is of one kind or the other), and the samples around the
    value of their round. Never all samples at once: rounds differ by their processes, and each would look like a hump.
    Of more than 72,000 samples a random 72,000 are tested, drawn with a fixed seed. None too if diptest is not
    installed. Source: rule 11; Hartigan and Hartigan, The dip test of unimodality, 1985.
    """
    middle = float(np.median(present(values)))
    # Half of the share for each test, since either may raise the caution.
    limit = SHARE / comparisons / 2
    between = _humps(np.sort(_drawn(present(values))), margin, limit)
    if between is not None:
        return {**between, "between_rounds": 1.0}
    around = _drawn(present((ratios - values[:, None]).ravel()))
    within = _humps(np.sort(around) + middle, margin, limit)
    return None if within is None else {**within, "between_rounds": 0.0}


def _drawn(values: Floats) -> Floats:
    """The values, or as many of them as the dip test can take, the same ones every time."""
    if len(values) <= _MOST_DIPPED:
        return values
    chosen: Floats = np.random.default_rng(0).choice(values, _MOST_DIPPED, replace=False, shuffle=False)
    return chosen


def _humps(ordered: Floats, margin: float, limit: float) -> Figures | None:
    """The two humps of sorted logs, cut so that the parts differ most (Otsu 1979); None if there are no two apart."""
    n = len(ordered)
    if n < _FEWEST_ROUNDS:
        return None
    below = np.arange(1, n)
    sums = np.cumsum(ordered)[:-1]
    left, right = sums / below, (ordered.sum() - sums) / (n - below)
    cut = int(np.argmax(below * (n - below) * (right - left) ** 2)) + 1
    low, high = float(np.median(ordered[:cut])), float(np.median(ordered[cut:]))
    if high - low <= math.log1p(margin):
        return None
    try:
        from diptest import diptest
    except ImportError:
        return None
    p = float(diptest(ordered, sort_x=False)[1])
    if p >= limit:
        return None
    return {"low": math.exp(low), "high": math.exp(high), "share_high": (n - cut) / n, "p": p}
