"""The arms that are not shown to be worse than the best (rule 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.samples import PLACEBO, LevelSamples, present, round_values
from iotrial.stats.sequence import interval_of
from iotrial.stats.verdict import judge


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
    sequence: bool = False,
    levels: int = 1,
) -> Ranking:
    """The top group of a level from direct comparisons with its best arm.

    values: `round_values(samples)`. rankable: per arm, if it may be ranked at all; the placebo never is, being the
    baseline once more. The best arm has the lowest median ratio; another leaves the group when its own interval against
    the best, corrected over all K (K - 1) / 2 pairs because the best is chosen by its looks, lies wholly beyond the
    margin. With too few rounds for that nobody leaves. levels: more than 1 corrects over them too, for a statement that
    looks for some level (rule 4). Source: rule 8.
    """
    arms = samples.arms
    alpha = ALPHA / levels / (arms * (arms - 1) / 2)
    candidates = [arm for arm in range(arms) if arm != PLACEBO and rankable[arm] and len(present(values[:, arm]))]
    if not candidates:
        return Ranking([])
    by_median = sorted(candidates, key=lambda arm: float(np.median(present(values[:, arm]))))
    # An arm that failed after a few rounds must not be the one that all others are compared with.
    whole = [arm for arm in by_median if interval_of(values[:, arm], alpha, sequence) is not None]
    if not whole:
        return Ranking(by_median)
    best = whole[0]
    direct = round_values(samples, reference=best)
    against = {arm: interval_of(direct[:, arm], alpha, sequence) for arm in by_median if arm != best}
    top = [best, *(arm for arm, interval in against.items() if not _is_worse(interval, margin))]
    if len(top) > 1 or not against:
        return Ranking(top)
    leads = {arm: interval.as_ratio() for arm, interval in against.items() if interval is not None}
    runner_up = min(leads, key=lambda arm: leads[arm].center)
    return Ranking(top, best, runner_up, leads[runner_up])


def _is_worse(interval: Interval | None, margin: float) -> bool:
    if interval is None:
        return False
    ratio = interval.as_ratio()
    return judge(ratio.low, ratio.high, margin) == "slower"
