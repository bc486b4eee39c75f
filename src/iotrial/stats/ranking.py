"""The arms that are not shown to be worse than the best, or than any other (rule 8)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from iotrial.stats.bearable_interval import pair_interval_of, ratio_interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.level_samples import BASELINE, PLACEBO, LevelSamples, present, round_values
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.risk import pair_alpha
from iotrial.stats.verdict import judge

#: Arms that do not move.
_STILL: Mapping[int, float] = {}


@dataclass(frozen=True)
class Ranking:
    """The top group, best first; the winner if the group is one arm of several; the runner-up, and the lead over it.

    lead: the runner-up's time over the winner's, ratios above 1. An arm that still moves wins nothing: its own verdict
    is undecided.
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
    the best, or against another that came out quicker, lies wholly beyond the margin. That interval is corrected over
    all K (K - 1) / 2 pairs because the best is chosen by its looks; a pair with the baseline is the row of the table,
    so that a ranking never says otherwise. With too few rounds for that no arm leaves. alpha: one minus the coverage of
    all pairs of the level together, and of all its rows (stats/risk.py). replication: what intervals must allow for.
    moving: by how much arms still move, in logs; an arm leaves only if it is as much farther away, or the other.
    Source: rule 8.
    """
    candidates = [
        arm for arm in range(samples.arms) if arm != PLACEBO and rankable[arm] and len(present(values[:, arm]))
    ]
    if not candidates:
        return Ranking([])
    by_median = sorted(candidates, key=lambda arm: float(np.median(present(values[:, arm]))))
    beside = _Beside(samples, values, alpha, replication)
    # An arm that failed after a few rounds must not be the one that all others are compared with.
    whole = [arm for arm in by_median if beside.has_enough_rounds(arm)]
    if not whole:
        return Ranking(by_median)
    best = whole[0]

    def is_worse(arm: int, over: int) -> bool:
        return _is_worse(beside.over(over)[arm], margin, moving.get(over, 0.0) + moving.get(arm, 0.0))

    others = [arm for arm in by_median if arm != best]
    top = [best, *(arm for arm in others if not is_worse(arm, best))]
    if len(top) > 1:
        quicker = {arm: by_median[: by_median.index(arm)] for arm in top}
        return Ranking([arm for arm in top if arm == best or not any(is_worse(arm, over) for over in quicker[arm])])
    leads = {arm: interval.as_ratio() for arm in others if (interval := beside.over(best)[arm]) is not None}
    if not leads or moving.get(best):
        return Ranking(top)
    runner_up = min(leads, key=lambda arm: leads[arm].center)
    return Ranking(top, best, runner_up, leads[runner_up])


class _Beside:
    """The intervals of each arm over another, in logs: those of a table's rows, and those of all other pairs."""

    def __init__(self, samples: LevelSamples, values: Floats, alpha: float, replication: Replication) -> None:
        self._samples, self._values, self._replication = samples, values, replication
        self._of_row, self._of_pair = alpha / max(1, samples.arms - 1), pair_alpha(alpha, samples.arms)
        self._known: dict[int, dict[int, Interval | None]] = {}

    def has_enough_rounds(self, arm: int) -> bool:
        """True if the arm has an interval in the table."""
        return self._rows[arm] is not None

    def over(self, reference: int) -> dict[int, Interval | None]:
        """Return the interval of each arm over one of them; one with the baseline is that of the table's row."""
        if reference not in self._known:
            self._known[reference] = self._over(reference)
        return self._known[reference]

    def _over(self, reference: int) -> dict[int, Interval | None]:
        if reference == BASELINE:
            return dict(enumerate(self._rows))
        direct = round_values(self._samples, reference=reference)
        row = self._rows[reference]
        found = {
            arm: pair_interval_of(direct[:, arm], self._of_pair, self._replication, own, row)
            for arm, own in enumerate(self._rows)
        }
        return {**found, BASELINE: row and row.inverse()}

    @cached_property
    def _rows(self) -> list[Interval | None]:
        return [self._row(arm) for arm in range(self._samples.arms)]

    def _row(self, arm: int) -> Interval | None:
        return ratio_interval_of(self._values[:, arm], self._of_row, self._replication)


def _is_worse(interval: Interval | None, margin: float, moved: float) -> bool:
    if interval is None:
        return False
    return judge(math.exp(interval.low - moved), math.exp(interval.high + moved), margin) == "slower"
