"""Cost over size: the ratio to the baseline, the time with the lines fitted through it, and where lines cross."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.judge.bounds import Factors
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.statements_across import SizeCost
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.glance import in_order
from iotrial.report.layout import clean
from iotrial.report.level_words import grouped
from iotrial.report.parts import gathered
from iotrial.units import format_bytes, format_count

if TYPE_CHECKING:
    import altair as alt

#: Places at which a line is drawn, since a straight line is a curve on logarithmic axes.
_PLACES = 40

#: A fitted line that misses a mark by more than this share of it is not drawn.
NEAR = 0.03

#: More lines than this cannot be told apart; the rest is grey.
MOST_COLOURED = 8


@dataclass(frozen=True)
class CostGroup:
    """A chart: a factor that sets a size, at one setting of the others."""

    title: str
    factor: str
    unit: str
    baseline: str  # of its ratios; "" if its levels have several
    arms: list[str]  # only those that have a point
    sizes: dict[float, str]  # of its points, ascending: the work, and the level's own value in words
    sets: look.Sets  # points, lines and crossings


def groups(judged: JudgedRun) -> list[CostGroup]:
    """Return a chart for each factor that sets a size, at each setting of the others, if it has any point."""
    found = [
        _drawn(judged, group.factor, group.titled(f"cost over {clean(group.factor)}"), group.rows)
        for group in grouped(judged, judged.costs)
    ]
    return [group for group in found if group.sizes]


def _drawn(judged: JudgedRun, factor: str, title: str, costs: Sequence[SizeCost]) -> CostGroup:
    placed = _sizes(judged, factor, costs)
    shown = [(arm, placed[number]) for cost in costs for number, arm in _rows(judged, factor, cost)]
    value = {work: judged.levels[number].level[factor] for number, work in placed.items()}
    sizes = {float(work): _value(factor, value[work]) for work in sorted(value)}
    baselines = {judged.levels[number].baseline for number in placed}
    return CostGroup(
        title,
        clean(factor),
        judged.work_unit,
        clean(baselines.pop()) if len(baselines) == 1 else "",
        [clean(name) for name in in_order(judged.levels) if any(arm.arm == name for arm, _ in shown)],
        sizes,
        {
            "points": [_point(arm, work) for arm, work in shown],
            "lines": [place for cost in costs for place in _line(cost, _rows(judged, factor, cost), placed)],
            "crossings": _crossings(judged, factor, costs[0].at),
        },
    )


def _sizes(judged: JudgedRun, factor: str, costs: Sequence[SizeCost]) -> dict[int, int]:
    """Level, by its number -> the work at which all of its marks stand: the middle of its arms' own."""
    rows = (row for cost in costs for row in _rows(judged, factor, cost))
    found = gathered((number, arm.record.work or 0) for number, arm in rows)
    return {number: sorted(works)[len(works) // 2] for number, works in found.items()}


def _rows(judged: JudgedRun, factor: str, cost: SizeCost) -> list[tuple[int, JudgedArm]]:
    """Return the arm at the levels that its line goes through, with the level's number."""
    return [
        (number, arm)
        for number, level in enumerate(judged.levels)
        if {name: value for name, value in level.level.items() if name != factor} == cost.at and not level.invalid
        for arm in level.arms
        if arm.arm == cost.arm and arm.median_ns and arm.record.work
    ]


def _point(arm: JudgedArm, work: int) -> look.Datum:
    return {
        "arm": clean(arm.arm),
        "units": work,
        "ns": arm.median_ns,
        "low_ns": arm.spread_low_ns,
        "high_ns": arm.spread_high_ns,
        "ratio": arm.ratio,
        "low": arm.low,
        "high": arm.high,
        **_each(work, arm.median_ns, arm.spread_low_ns, arm.spread_high_ns),
    }


def _value(factor: str, value: int | str) -> str:
    """The value of a factor that sets a size, on an axis."""
    if not isinstance(value, int):
        return clean(value)
    return format_bytes(value) if factor.endswith("_bytes") else format_count(value)


def _line(cost: SizeCost, rows: Sequence[tuple[int, JudgedArm]], placed: Mapping[int, int]) -> list[look.Datum]:
    """Return places of the fitted line if it goes through its marks, else these themselves."""
    fixed, slope = cost.fixed_ns.median, cost.unit_ns.median
    marks = sorted((placed[number], arm.median_ns or 0.0) for number, arm in rows)
    drawn: list[tuple[float, float]] = [*marks]
    if fixed is not None and slope is not None and marks:
        least, most = marks[0][0], marks[-1][0]
        if all(abs((fixed + slope * units) / ns - 1) <= NEAR for units, ns in marks):
            places = [least * (most / least) ** (step / (_PLACES - 1)) for step in range(_PLACES)]
            drawn = [(units, fixed + slope * units) for units in places]
    return [{"arm": clean(cost.arm), "units": units, "ns": ns, **_each(units, ns)} for units, ns in drawn if ns > 0]


def _each(
    units: float, ns: float | None, low: float | None = None, high: float | None = None
) -> dict[str, float | None]:
    """Divide the times by the units of work."""
    return {name: ns and ns / units for name, ns in (("each_ns", ns), ("each_low_ns", low), ("each_high_ns", high))}


def _crossings(judged: JudgedRun, factor: str, at: Factors) -> list[look.Datum]:
    """Return the crossings that intervals support in the chart of the other factors `at`."""
    found: list[look.Datum] = []
    for flip in judged.changes.flips:
        crossing = flip.crossover
        levels = [*flip.faster, *flip.slower]
        if crossing and crossing.factor == factor and all(at.items() <= level.items() for level in levels):
            found.append({"units": crossing.units.median})
    return found


def spec(group: CostGroup) -> look.Spec:
    """Return the plot in Vega-Lite of the time of one unit of work, over `points`, `lines` and `crossings`.

    It separates arms that are one line in a plot of the whole time.
    """
    import altair as alt

    x = _over_size(group)
    scale = alt.Scale(type="log", nice=False, padding=14)
    title = f"time for each {figures.one(group.unit)}"
    ticks = alt.Axis(labelExpr=look.time_label(), tickCount=6)

    def y(field: str) -> alt.Y:
        return alt.Y(f"each_{field}:Q", scale=scale, title=title, axis=ticks)

    color, shape = _by_arm(group)
    points = alt.Chart(alt.NamedData("points"))
    lines = alt.Chart(alt.NamedData("lines")).mark_line(strokeWidth=1.5)
    layers = [
        lines.encode(x=x, y=y("ns"), color=color),
        points.mark_rule(strokeWidth=1.5).encode(x=x, y=y("low_ns"), y2="each_high_ns:Q", color=color),
        points.mark_point(filled=True, size=45, opacity=1).encode(x=x, y=y("ns"), color=color, shape=shape),
    ]
    if group.sets["crossings"]:
        crossing = alt.Chart(alt.NamedData("crossings")).mark_rule(strokeDash=[3, 3], color=look.GREY, strokeWidth=1.5)
        layers.insert(0, crossing.encode(x=x))
    return look.as_spec(alt.layer(*layers).properties(height=320))


def ratio_spec(group: CostGroup) -> look.Spec:
    """Return the plot of each arm's ratio to the baseline over the same sizes, over the dataset `points`."""
    import altair as alt

    values = [value for row in group.sets["points"] for value in (row["low"], row["high"]) if isinstance(value, float)]
    x, title = _over_size(group), f"times as long as {group.baseline}"
    scale = look.ratio_scale(look.spans_widely(values))
    color, shape = _by_arm(group)
    points = alt.Chart(alt.NamedData("points"))

    def y(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=scale, title=title)

    layers = [
        points.mark_rule(strokeDash=[4, 3], color=look.GREY).encode(y=alt.YDatum(1)),
        points.mark_line(strokeWidth=1.5).encode(x=x, y=y("ratio"), color=color),
        points.mark_rule(strokeWidth=1.5).encode(x=x, y=y("low"), y2="high:Q", color=color),
        points.mark_point(filled=True, size=45, opacity=1).encode(x=x, y=y("ratio"), color=color, shape=shape),
    ]
    return look.as_spec(alt.layer(*layers).properties(height=320))


def _over_size(group: CostGroup) -> alt.X:
    """The axis of sizes: its ticks stand at the levels that were measured."""
    import altair as alt

    label = "".join(f"datum.value == {size!r} ? {json.dumps(name)} : " for size, name in group.sizes.items()) + "''"
    axis = alt.Axis(labelExpr=label, labelOverlap=True, values=list(group.sizes))
    return alt.X("units:Q", scale=alt.Scale(type="log", nice=False, padding=14), title=group.factor, axis=axis)


def _by_arm(group: CostGroup) -> tuple[alt.Color, alt.Shape]:
    """The arms' colours and shapes, which only the first have; they alone stand in the legend."""
    import altair as alt

    colours = [look.COLOURS[place] if place < MOST_COLOURED else look.GREY for place in range(len(group.arms))]
    marks = [look.SHAPES[place] if place < MOST_COLOURED else "circle" for place in range(len(group.arms))]
    legend = alt.Legend(title=None, orient="bottom", labelLimit=260, values=group.arms[:MOST_COLOURED])
    color = alt.Color("arm:N", scale=alt.Scale(domain=group.arms, range=colours), legend=legend)
    return color, alt.Shape("arm:N", scale=alt.Scale(domain=group.arms, range=marks), legend=legend)
