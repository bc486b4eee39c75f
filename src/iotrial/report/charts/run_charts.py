"""Data of the charts of a run, level by level and across, as the script of a page draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.judge.arm_pairs import ArmPair
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.picture_samples import PictureSamples
from iotrial.report.charts import cost_chart, dots, forest, look, memory_chart
from iotrial.report.layout import clean
from iotrial.report.view import LevelView, RankedArm, RunView


@dataclass(frozen=True)
class Shown:
    """A run on the page: its view, its judgement that charts are drawn from, and by level its samples and pairs."""

    view: RunView
    judged: JudgedRun
    drawn: Sequence[PictureSamples]
    pairs: Sequence[Sequence[ArmPair]]


@dataclass(frozen=True)
class RankChart:
    """A forest plot: its datasets, its arms in the order of the tables, and what each pair of them says.

    A pair is the places of its two arms, the ratio of the first to the second, its bounds and its verdict.
    """

    baseline: str
    sets: look.Sets
    arms: list[RankedArm]
    pairs: list[tuple[int, int, float, float | None, float | None, str | None]]


@dataclass(frozen=True)
class DotsChart:
    """The samples of a level: if the axis is logarithmic, and what each arm has."""

    log: bool
    arms: list[dots.Dots]


@dataclass(frozen=True)
class MemoryChart:
    """Memory by kind: its datasets."""

    sets: look.Sets


@dataclass(frozen=True)
class LevelCharts:
    """The data that the page's script draws of a level; null if there is nothing to draw."""

    drawn: str
    forest: RankChart | None
    dots: DotsChart | None
    memory: MemoryChart | None


@dataclass(frozen=True)
class CostChart:
    """Over size: the ratio to the baseline, the time of one unit of work, and that of all of it."""

    title: str
    ratio: look.Spec
    specs: list[look.Spec]
    sets: look.Sets


@dataclass(frozen=True)
class RunCharts:
    """The data that the page's script draws of a run: level by level, and across."""

    levels: list[LevelCharts]
    cost: list[CostChart]


def charts_of(one: Shown) -> RunCharts:
    """Return the data of all charts of a run."""
    levels: list[LevelCharts] = []
    for level, seen, drawn, pairs in zip(one.judged.levels, one.view.levels, one.drawn, one.pairs, strict=True):
        sets, arms, stacked = forest.data(level, one.judged.margin), dots.data(drawn), memory_chart.data(level)
        levels.append(
            LevelCharts(
                _told(drawn),
                _rank(sets, level, seen, pairs) if sets is not None else None,
                DotsChart(dots.is_log(arms), arms) if arms is not None else None,
                MemoryChart(stacked) if stacked is not None else None,
            )
        )
    return RunCharts(
        levels,
        [
            CostChart(
                group.title.removeprefix("cost "),
                cost_chart.ratio_spec(group),
                [cost_chart.spec(group, each=each) for each in (True, False)],
                group.sets,
            )
            for group in cost_chart.groups(one.judged)
        ],
    )


def _rank(sets: look.Sets, level: JudgedLevel, seen: LevelView, pairs: Sequence[ArmPair]) -> RankChart:
    places = {arm.arm: place for place, arm in enumerate(seen.arms)}
    return RankChart(
        clean(level.baseline or ""),
        sets,
        seen.arms,
        [(places[clean(one.arm)], places[clean(one.over)], *_figures(one)) for one in pairs],
    )


def _figures(pair: ArmPair) -> tuple[float, float | None, float | None, str | None]:
    return _short(pair.ratio), _bound(pair.low), _bound(pair.high), pair.verdict


def _bound(value: float | None) -> float | None:
    return None if value is None else _short(value)


def _short(value: float) -> float:
    """A figure with as many digits as any form of it shows."""
    return float(f"{value:.5g}")


def _told(drawn: PictureSamples) -> str:
    if not drawn.samples:
        return "No sample of this level is stored."
    if drawn.drawn == drawn.samples:
        return f"All {drawn.samples:,} samples are drawn. Verdicts come from rounds, not from single samples."
    return (
        f"{drawn.drawn:,} of {drawn.samples:,} samples are drawn, in whole blocks chosen at random; the tables' "
        "figures are made of all of them."
    )
