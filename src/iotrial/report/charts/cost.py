"""Cost over size: what was measured, the lines fitted through it, and where they cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.layout import clean
from iotrial.report.levels import grouped
from iotrial.units import format_bytes, format_count

Row = Mapping[str, Any]

#: Places at which a line is drawn: a straight line is a curve on logarithmic axes.
_PLACES = 40

#: So many sizes stand on the axis by themselves; of more, round numbers do.
MOST_MARKED = 8


def groups(document: Row) -> list[dict[str, Any]]:
    """A chart for each factor that sets a size, at each setting of the others: its title, points, lines, crossings."""
    return [
        {
            "title": group.titled(f"cost over {clean(group.factor)}"),
            "unit": document["work_unit"],
            **_drawn(document, group.factor, group.rows),
        }
        for group in grouped(document, document["costs"])
    ]


def _drawn(document: Row, factor: str, costs: Sequence[Row]) -> dict[str, Any]:
    points = [point for cost in costs for point in _points(document, factor, cost)]
    sizes = [point["units"] for point in points]
    return {
        "points": points,
        "lines": [place for cost in costs for place in _line(cost, min(sizes), max(sizes))] if sizes else [],
        "crossings": _crossings(document, factor, costs[0]["at"]),
    }


def _rows(document: Row, factor: str, cost: Row) -> list[Row]:
    """The arm's rows at the levels that its line goes through."""
    return [
        arm
        for level in document["levels"]
        if {name: value for name, value in level["level"].items() if name != factor} == cost["at"]
        and not level["invalid"]
        for arm in level["arms"]
        if arm["arm"] == cost["arm"] and arm["median_ns"]
    ]


def _points(document: Row, factor: str, cost: Row) -> list[dict[str, Any]]:
    return [
        {
            "arm": clean(arm["arm"]),
            "units": arm["work"],
            "ns": arm["median_ns"],
            "low_ns": arm["spread_low_ns"],
            "high_ns": arm["spread_high_ns"],
            **_each(arm["work"], arm["median_ns"], arm["spread_low_ns"], arm["spread_high_ns"]),
            "time": figures.time(arm["median_ns"]),
            "size": _size(arm["work"], document["work_unit"]),
        }
        for arm in _rows(document, factor, cost)
        if arm["work"]
    ]


def _size(units: float, unit: str) -> str:
    return format_bytes(units) if unit == "bytes" else f"{format_count(units)} {unit}"


def _line(cost: Row, least: float, most: float) -> list[dict[str, Any]]:
    fixed, slope = cost["fixed_ns"]["median"], cost["unit_ns"]["median"]
    if fixed is None or slope is None:
        return []
    places = [least * (most / least) ** (step / (_PLACES - 1)) for step in range(_PLACES)]
    times = [(units, fixed + slope * units) for units in places]
    return [{"arm": clean(cost["arm"]), "units": units, "ns": ns, **_each(units, ns)} for units, ns in times if ns > 0]


def _each(units: float, ns: float, low: float | None = None, high: float | None = None) -> dict[str, float | None]:
    """The same times for one unit of work."""
    return {name: ns and ns / units for name, ns in (("each_ns", ns), ("each_low_ns", low), ("each_high_ns", high))}


def _crossings(document: Row, factor: str, at: Row) -> list[dict[str, Any]]:
    """Where two lines meet, as far as intervals bear it out; the baseline's level tells which chart it belongs to."""
    found = []
    for flip in document["changes"]["flips"]:
        crossing = flip["crossover"]
        levels = [*flip["faster"], *flip["slower"]]
        if crossing and crossing["factor"] == factor and all(at.items() <= level.items() for level in levels):
            units = crossing["units"]
            sizes = [_size(units[name], document["work_unit"]) for name in ("median", "low", "high")]
            told = f"{clean(flip['arm'])} and {clean(flip['baseline'])} cost the same at {sizes[0]}"
            found.append({"units": units["median"], "what": f"{told} [{sizes[1]}, {sizes[2]}]"})
    return found


def spec(group: Row, *, each: bool) -> dict[str, Any]:
    """The plot in Vega-Lite, over the datasets `points`, `lines` and `crossings`; its axis is that of the group.

    each: the time of one unit of work, which tells arms apart that the time of all of it shows as one line.
    """
    import altair as alt

    sizes = sorted({point["units"] for point in group["points"]})
    label = look.size_label(group["unit"])
    axis = alt.Axis(labelExpr=label, labelOverlap=True, values=sizes if len(sizes) <= MOST_MARKED else alt.Undefined)
    x = alt.X("units:Q", scale=alt.Scale(type="log", nice=False, padding=14), title=group["unit"], axis=axis)
    scale = alt.Scale(type="log", nice=False, padding=14)
    title = f"time for each {figures.one(group['unit'])}" if each else "time"
    ticks = alt.Axis(labelExpr=look.time_label(), tickCount=6)
    own = "each_" if each else ""

    def y(field: str) -> alt.Y:
        return alt.Y(f"{own}{field}:Q", scale=scale, title=title, axis=ticks)

    arms = list(dict.fromkeys(point["arm"] for point in group["points"]))
    chosen = alt.selection_point(name="arms", fields=["arm"], bind="legend")
    color = alt.Color(
        "arm:N",
        scale=alt.Scale(domain=arms, range=[look.COLOURS[place % len(look.COLOURS)] for place in range(len(arms))]),
        legend=alt.Legend(title=None, orient="bottom", labelLimit=260),
    )
    faded = alt.condition(chosen, alt.value(1), alt.value(0.12))
    shape = alt.Shape("arm:N", scale=alt.Scale(domain=arms))
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
    if group["crossings"]:
        crossing = alt.Chart(alt.NamedData("crossings")).mark_rule(strokeDash=[3, 3], color="#8a9099", strokeWidth=1.5)
        layers.insert(0, crossing.encode(x=x, tooltip=alt.Tooltip("what:N", title=" ")))
    return look.as_spec(alt.layer(*layers).properties(width="container", height=380))
