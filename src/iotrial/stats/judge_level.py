"""The judgement of one level: every arm against the baseline, the placebo, and who is best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iotrial.stats import doubts
from iotrial.stats.bearable_interval import ratio_interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.level_samples import BASELINE, PLACEBO, LevelSamples, log_ratios, median_over_blocks, present
from iotrial.stats.ranking import Ranking, rank
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.verdict import Verdict, excludes_one, judge, rounds_still_needed

Caution = tuple[str, dict[str, float]]

#: A level with a larger share of void blocks is invalid (rule 11).
MOST_VOID = 0.1


@dataclass(frozen=True)
class ArmJudgement:
    """The figures that the samples give for one arm; None for one that they cannot give.

    ratio, low, high: time over the baseline's (the baseline's own ratio is 1, without an interval or a verdict).
    verdict: None if nothing may be judged; undecided if the arm still moves (rule 1). needed_rounds: in all, for an arm
    that is undecided for want of rounds. differs_within_margin: undecided for no other reason, but 1 is excluded.
    median_ns: of the medians of the rounds; spread: the 10th and 90th percentile of those, in ns; mean_ns: of all
    samples. p90, p99: of the ratios of single samples. rounds: those with a value. moved: the
    share by which it still moves; None if by no more than the margin.
    """

    ratio: float | None
    low: float | None
    high: float | None
    verdict: Verdict | None
    needed_rounds: int | None
    differs_within_margin: bool
    median_ns: float | None
    spread: tuple[float, float] | None
    mean_ns: float | None
    p90: float | None
    p99: float | None
    rounds: int
    moved: float | None
    cautions: list[Caution]


@dataclass(frozen=True, eq=False)
class LevelJudgement:
    """The judgement of a level: why it is invalid, or None; the placebo's interval (ratios); its arms in order.

    ranking: its top group is empty if the level is invalid. values: logs of each round's ratio; round_ns: each round's
    time of one iteration; both (rounds, arms), NaN if a round has none.
    """

    invalid: str | None
    placebo: Interval | None
    arms: list[ArmJudgement]
    ranking: Ranking
    values: Floats
    round_ns: Floats
    judged: Sequence[bool]  # per arm, if it may have a verdict
    moving: Mapping[int, float]  # arms that still move by more than the margin, and by what log: each is undecided


@dataclass(frozen=True)
class _LevelArrays:
    """The arrays and settings that the judgement of every arm needs."""

    samples: LevelSamples
    ratios: Floats  # logs, (rounds, blocks, arms)
    values: Floats  # logs, (rounds, arms)
    round_ns: Floats  # (rounds, arms)
    margin: float
    alpha: float
    replication: Replication
    drifts: list[doubts.Figures | None]
    trends: list[doubts.Figures | None]
    slots: list[doubts.Figures | None]

    @property
    def comparisons(self) -> int:
        return self.samples.arms - 1

    def moved(self, arm: int) -> float | None:
        """The log by which the arm still moves, within its rounds or over them; None if by no more than the margin."""
        found = [abs(math.log1p(one["change"])) for one in (self.drifts[arm], self.trends[arm]) if one is not None]
        return max(found, default=None)

    def interval(self, arm: int) -> Interval | None:
        """The arm's interval of logs; the placebo's is a 95 % one of its own (rule 9)."""
        alpha = ALPHA if arm == PLACEBO else self.alpha / self.comparisons
        return ratio_interval_of(self.values[:, arm], alpha, self.replication)


def judge_level(
    samples: LevelSamples,
    *,
    margin: float,
    judged: Sequence[bool],
    may_be_equivalent: Sequence[bool],
    block_voids: float,
    alpha: float = ALPHA,
    replication: Replication = INDEPENDENT,
) -> LevelJudgement:
    """Judge all arms of a level by rules 1 and 7 to 12.

    margin: the practical margin, as a share. judged, may_be_equivalent: per arm; one that is not judged has figures but
    no verdict and no place in the ranking, though it counts among the comparisons. block_voids: share of all planned
    blocks that are void. alpha: one minus the coverage of all intervals of the level together (stats/risk.py).
    replication: what the intervals must allow for. Raises ValueError for sequences of the wrong length or a share
    outside 0 to 1.
    """
    if not len(judged) == len(may_be_equivalent) == samples.arms:
        raise ValueError(f"{samples.arms} arms need as many entries in judged and may_be_equivalent")
    if not 0 <= block_voids <= 1:
        raise ValueError(f"block_voids must be a share: {block_voids}")
    level = _prepare(samples, margin, alpha, replication)
    intervals = [None if arm == BASELINE else level.interval(arm) for arm in range(samples.arms)]
    placebo = intervals[PLACEBO]
    moving = {arm: moved for arm in range(samples.arms) if (moved := level.moved(arm)) is not None}
    invalid = _why_invalid(intervals, judged, margin, block_voids)
    arms = [
        _judge_arm(level, arm, interval, judged[arm], may_be_equivalent[arm], invalid is not None)
        for arm, interval in enumerate(intervals)
    ]
    ranking = Ranking([])
    if invalid is None:
        ranking = rank(
            samples,
            level.values,
            rankable=judged,
            margin=margin,
            alpha=alpha,
            replication=replication,
            moving=moving,
        )
    return LevelJudgement(
        invalid,
        placebo and placebo.as_ratio(),
        arms,
        ranking,
        level.values,
        level.round_ns,
        judged,
        moving,
    )


def _prepare(samples: LevelSamples, margin: float, alpha: float, replication: Replication) -> _LevelArrays:
    ratios = log_ratios(samples)
    values = median_over_blocks(ratios)
    return _LevelArrays(
        samples,
        ratios,
        values,
        median_over_blocks(samples.time_ns),
        margin,
        alpha,
        replication,
        doubts.drift(ratios, ALPHA / (samples.arms - 1), margin),
        [doubts.trend(present(column), samples.arms - 1, margin) for column in values.T],
        doubts.slot_effect(samples, margin),
    )


def _why_invalid(
    intervals: Sequence[Interval | None], judged: Sequence[bool], margin: float, block_voids: float
) -> str | None:
    """The reason why nothing of this level may be believed (rules 9 and 11), or None."""
    if block_voids > MOST_VOID:
        return f"{block_voids:.1%} of the blocks are void; at most {MOST_VOID:.0%} may be"
    placebo = intervals[PLACEBO]
    if placebo is None:
        others = [interval for interval, may in zip(intervals, judged, strict=True) if may and interval is not None]
        # If no arm has enough rounds, there is nothing to protect yet.
        return "the placebo has too few rounds to show that the level can be believed" if others else None
    ratio = placebo.as_ratio()
    verdict = judge(ratio.low, ratio.high, margin)
    if verdict in ("faster", "slower"):
        figures = f"{ratio.center:.4f} [{ratio.low:.4f}, {ratio.high:.4f}]"
        return f"the placebo is {verdict} than the baseline that it repeats: {figures}"
    return None


def _judge_arm(
    level: _LevelArrays, arm: int, logs: Interval | None, judged: bool, may_be_equivalent: bool, invalid: bool
) -> ArmJudgement:
    values = present(level.values[:, arm])
    ratio = logs and logs.as_ratio()
    moved = level.moved(arm)
    verdict = _verdict(arm, ratio, level.margin, judged, may_be_equivalent, invalid)
    needed = None
    if moved is not None and verdict in ("faster", "slower", "equivalent"):
        verdict = "undecided"
    elif moved is None and verdict == "undecided" and ratio is not None and not ratio.is_wide:
        needed = rounds_still_needed(
            len(values), ratio.center, ratio.low, ratio.high, level.margin, may_be_equivalent=may_be_equivalent
        )
    center = math.exp(float(np.median(values))) if len(values) else None
    times = _times(level, arm)
    return ArmJudgement(
        ratio=center,
        low=ratio.low if ratio else None,
        high=ratio.high if ratio else None,
        verdict=verdict,
        needed_rounds=needed,
        differs_within_margin=(
            verdict == "undecided"
            and moved is None
            and ratio is not None
            and not ratio.is_wide
            and excludes_one(ratio.low, ratio.high)
        ),
        median_ns=times.median_ns,
        spread=times.spread,
        mean_ns=times.mean_ns,
        p90=times.p90,
        p99=times.p99,
        rounds=len(values),
        moved=math.expm1(moved) if moved is not None else None,
        cautions=_cautions(level, arm, values, logs),
    )


def _verdict(
    arm: int, ratio: Interval | None, margin: float, judged: bool, may_be_equivalent: bool, invalid: bool
) -> Verdict | None:
    if arm == BASELINE or not judged:
        return None
    if invalid:
        return "invalid"
    verdict = judge(ratio.low, ratio.high, margin) if ratio else "undecided"
    return "undecided" if verdict == "equivalent" and not may_be_equivalent else verdict


@dataclass(frozen=True)
class _ArmTimes:
    """Absolute times and tails of one arm (rules 7 and 11), as an ArmJudgement has them."""

    median_ns: float | None
    spread: tuple[float, float] | None
    mean_ns: float | None
    p90: float | None
    p99: float | None


def _times(level: _LevelArrays, arm: int) -> _ArmTimes:
    rounds = present(level.round_ns[:, arm])
    times = present(level.samples.time_ns[:, :, arm].ravel())
    ratios = present(level.ratios[:, :, arm].ravel())
    p90, p99 = np.exp(np.quantile(ratios, [0.9, 0.99])) if len(ratios) else (None, None)
    low, high = np.quantile(rounds, [0.1, 0.9]) if len(rounds) else (None, None)
    return _ArmTimes(
        median_ns=float(np.median(rounds)) if len(rounds) else None,
        spread=None if low is None or high is None else (float(low), float(high)),
        mean_ns=float(times.mean()) if len(times) else None,
        p90=None if p90 is None else float(p90),
        p99=None if p99 is None else float(p99),
    )


def _cautions(level: _LevelArrays, arm: int, values: Floats, logs: Interval | None) -> list[Caution]:
    """All cautions of one arm, each with its figures."""
    found: list[tuple[str, doubts.Figures | None]] = [("slot_effect", level.slots[arm])]
    if arm != BASELINE:
        found.append(("drift", level.drifts[arm]))
        found.append(("autocorrelation", doubts.autocorrelation(values, level.comparisons)))
        found.append(("trend", level.trends[arm]))
    if logs is not None:
        found.append(("skew", doubts.skew(values, logs, level.margin)))
        humps = doubts.two_humps(level.ratios[:, :, arm], level.values[:, arm], level.comparisons, level.margin)
        found.append(("two_humps", humps))
    if arm == PLACEBO and logs is not None and excludes_one(math.exp(logs.low), math.exp(logs.high)):
        ratio = logs.as_ratio()
        found.append(("placebo_excludes_one", {"ratio": ratio.center, "low": ratio.low, "high": ratio.high}))
    return [(code, figures) for code, figures in found if figures is not None]
