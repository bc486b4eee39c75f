"""The arms that are not shown to be worse than the best (rule 8)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.risk import pair_alpha
from iotrial.stats.samples import PLACEBO, LevelSamples, present, round_values
from iotrial.stats.sequence import interval_of
from iotrial.stats.verdict import judge

#: Arms that do not move.
_STILL: Mapping[int, float] = {}


@dataclass(frozen=True)
class Ranking:
    """The top group, best first; the winner if the group is one arm of several; the runner-up, and the lead over it.

    lead: the runner-up's time over the winner's, ratios above 1.
    """

    top_group: list[int]
    winner: int | None = None
    runner_up: int | None = None
    lead: Interval | None = None


def rank(
    samples: LevelSamples,
    values: Floats,
    *,
    rankable: Sequence[bool],
    margin: float,
    alpha: float = ALPHA,
    replication: Replication = INDEPENDENT,
    moving: Mapping[int, float] = _STILL,
) -> Ranking:
    """The top group of a level from direct comparisons with its best arm.

    values: `round_values(samples)`. rankable: per arm, if it may be ranked at all; the placebo never is, being the
    baseline once more. The best arm has the lowest median ratio; another leaves the group when its own interval against
    the best, corrected over all K (K - 1) / 2 pairs because the best is chosen by its looks, lies wholly beyond the
    margin. With too few rounds for that nobody leaves. alpha: one minus the coverage of all pairs of the level together
    (stats/risk.py). replication: what intervals must allow for. moving: by how much arms still move, in logs; an arm
    leaves only if it is as much farther away, or the best. Source: rule 8.
    """
    arms = samples.arms
    each = pair_alpha(alpha, arms)
    candidates = [arm for arm in range(arms) if arm != PLACEBO and rankable[arm] and len(present(values[:, arm]))]
    if not candidates:
        return Ranking([])
    by_median = sorted(candidates, key=lambda arm: float(np.median(present(values[:, arm]))))
    # An arm that failed after a few rounds must not be the one that all others are compared with.
    whole = [arm for arm in by_median if interval_of(values[:, arm], each, replication) is not None]
    if not whole:
        return Ranking(by_median)
    best = whole[0]
    direct = round_values(samples, reference=best)
    against = {arm: interval_of(direct[:, arm], each, replication) for arm in by_median if arm != best}
    moved = {arm: moving.get(best, 0.0) + moving.get(arm, 0.0) for arm in against}
    top = [best, *(arm for arm, one in against.items() if not _is_worse(one, margin, moved[arm]))]
    if len(top) > 1 or not against:
        return Ranking(top)
    leads = {arm: interval.as_ratio() for arm, interval in against.items() if interval is not None}
    runner_up = min(leads, key=lambda arm: leads[arm].center)
    return Ranking(top, best, runner_up, leads[runner_up])


def _is_worse(interval: Interval | None, margin: float, moved: float) -> bool:
    if interval is None:
        return False
    return judge(math.exp(interval.low - moved), math.exp(interval.high + moved), margin) == "slower"
