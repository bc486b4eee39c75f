"""Cost over size: the measured times, the lines fitted through them, and the sizes at which the lines cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.analysis.bounds import Factors
from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_run import JudgedRun
from iotrial.analysis.size_cost import SizeCost
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.layout import clean
from iotrial.report.levels import grouped
from iotrial.units import format_bytes, format_count

#: Places at which a line is drawn, since a straight line is a curve on logarithmic axes.
_PLACES = 40

#: Up to so many sizes are marked on the axis; if there are more, round numbers are.
MOST_MARKED = 8


@dataclass(frozen=True)
class CostGroup:
    """A chart: a factor that sets a size, at one setting of the others."""

    title: str
    unit: str
    arms: list[str]  # only those that have a point
    sizes: list[float]  # of its points, ascending
    sets: look.Sets  # points, lines and crossings


def groups(judged: JudgedRun) -> list[CostGroup]:
    """Return a chart for each factor that sets a size, at each setting of the others, if it has any point."""
    found = [
        _drawn(judged, group.factor, group.titled(f"cost over {clean(group.factor)}"), group.rows)
        for group in grouped(judged, judged.costs)
    ]
    return [group for group in found if group.sizes]


def _drawn(judged: JudgedRun, factor: str, title: str, costs: Sequence[SizeCost]) -> CostGroup:
    shown = [(arm, work) for cost in costs for arm, work in _rows(judged, factor, cost)]
    sizes = sorted({float(work) for _, work in shown})
    return CostGroup(
        title,
        judged.work_unit,
        list(dict.fromkeys(clean(arm.arm) for arm, _ in shown)),
        sizes,
        {
            "points": [_point(judged, arm, work) for arm, work in shown],
            "lines": [place for cost in costs for place in _line(cost, sizes[0], sizes[-1])] if sizes else [],
            "crossings": _crossings(judged, factor, costs[0].at),
        },
    )


def _rows(judged: JudgedRun, factor: str, cost: SizeCost) -> list[tuple[JudgedArm, int]]:
    """Return the arm at the levels that its line goes through, with its work there."""
    return [
        (arm, arm.work)
        for level in judged.levels
        if {name: value for name, value in level.level.items() if name != factor} == cost.at and not level.invalid
        for arm in level.arms
        if arm.arm == cost.arm and arm.median_ns and arm.work
    ]


def _point(judged: JudgedRun, arm: JudgedArm, work: int) -> look.Datum:
    return {
        "arm": clean(arm.arm),
        "units": work,
        "ns": arm.median_ns,
        "low_ns": arm.spread_low_ns,
        "high_ns": arm.spread_high_ns,
        **_each(work, arm.median_ns, arm.spread_low_ns, arm.spread_high_ns),
        "time": figures.time(arm.median_ns),
        "size": _size(work, judged.work_unit),
    }


def _size(units: float, unit: str) -> str:
    return format_bytes(units) if unit == "bytes" else f"{format_count(units)} {unit}"


def _line(cost: SizeCost, least: float, most: float) -> list[look.Datum]:
    fixed, slope = cost.fixed_ns.median, cost.unit_ns.median
    if fixed is None or slope is None:
        return []
    places = [least * (most / least) ** (step / (_PLACES - 1)) for step in range(_PLACES)]
    times = [(units, fixed + slope * units) for units in places]
    return [{"arm": clean(cost.arm), "units": units, "ns": ns, **_each(units, ns)} for units, ns in times if ns > 0]


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
            units = crossing.units
            sizes = [_size(size, judged.work_unit) for size in (units.median, units.low, units.high)]
            told = f"{clean(flip.arm)} and {clean(flip.baseline)} cost the same at {sizes[0]}"
            found.append({"units": units.median, "what": f"{told} [{sizes[1]}, {sizes[2]}]"})
    return found


def spec(group: CostGroup, *, each: bool) -> look.Spec:
    """Return the plot in Vega-Lite, over the datasets `points`, `lines` and `crossings`; its axis is the group's.

    each: draw the time of one unit of work. It separates arms that are one line in a plot of the whole time.
    """
    import altair as alt

    label = look.size_label(group.unit)
    marked = group.sizes if len(group.sizes) <= MOST_MARKED else alt.Undefined
    axis = alt.Axis(labelExpr=label, labelOverlap=True, values=marked)
    x = alt.X("units:Q", scale=alt.Scale(type="log", nice=False, padding=14), title=group.unit, axis=axis)
    scale = alt.Scale(type="log", nice=False, padding=14)
    title = f"time for each {figures.one(group.unit)}" if each else "time"
    ticks = alt.Axis(labelExpr=look.time_label(), tickCount=6)
    own = "each_" if each else ""

    def y(field: str) -> alt.Y:
        return alt.Y(f"{own}{field}:Q", scale=scale, title=title, axis=ticks)

    chosen = alt.selection_point(name="arms", fields=["arm"], bind="legend")
    colours = [look.COLOURS[place % len(look.COLOURS)] for place in range(len(group.arms))]
    color = alt.Color(
        "arm:N",
        scale=alt.Scale(domain=group.arms, range=colours),
        legend=alt.Legend(title=None, orient="bottom", labelLimit=260),
    )
    faded = alt.condition(chosen, alt.value(1), alt.value(0.12))
    shape = alt.Shape("arm:N", scale=alt.Scale(domain=group.arms))
    tip = [alt.Tooltip("arm:N"), alt.Tooltip("size:N"), alt.Tooltip("time:N")]
    points = alt.Chart(alt.NamedData("points"))
    lines = alt.Chart(alt.NamedData("lines")).mark_line(strokeWidth=1.5)
    spread = points.mark_rule(strokeWidth=1.5)
    marks = points.mark_point(filled=True, size=45)
    layers = [
        lines.encode(x=x, y=y("ns"), color=color, opacity=faded),
        spread.encode(x=x, y=y("low_ns"), y2=f"{own}high_ns:Q", color=color, opacity=faded),
        marks.encode(x=x, y=y("ns"), color=color, shape=shape, opacity=faded, tooltip=tip).add_params(
            chosen, look.zoom("x", "y")
        ),
    ]
    if group.sets["crossings"]:
        crossing = alt.Chart(alt.NamedData("crossings")).mark_rule(strokeDash=[3, 3], color="#8a9099", strokeWidth=1.5)
        layers.insert(0, crossing.encode(x=x, tooltip=alt.Tooltip("what:N", title=" ")))
    return look.as_spec(alt.layer(*layers).properties(width="container", height=380))
