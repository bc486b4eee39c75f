"""The chart of a level on several machines: each method's ratio on each of them, and its mean over all."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.across.across_machines import ArmOnMachines
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.layout import clean

#: Machines that have a row each; more are marks in one row of their method.
MOST_ROWS = 8

ALL = "mean of all"


def data(arms: Sequence[ArmOnMachines]) -> list[look.Datum]:
    """Return a mark for each method on each machine, and for its mean; none for what was not measured."""
    rows: list[look.Datum] = []
    for order, arm in enumerate(arms):
        if arm.ratio is None:
            continue
        for place, one in enumerate(arm.machines):
            if one.ratio is not None:
                verdict = one.verdict or "not ranked"
                where: look.Datum = {"machine": clean(one.machine), "place": place, "look": verdict}
                rows.append(_mark(arm.arm, order, one.ratio, one.low, one.high, where))
        over_all: look.Datum = {"machine": ALL, "place": len(arm.machines), "look": "baseline"}
        rows.append(_mark(arm.arm, order, arm.ratio, arm.low, arm.high, over_all))
    return rows


def _mark(arm: str, order: int, ratio: float, low: float | None, high: float | None, where: look.Datum) -> look.Datum:
    bounds = {"low": ratio if low is None else low, "high": ratio if high is None else high}
    return {"arm": clean(arm), "order": order, "ratio": ratio, **bounds, "label": figures.ratio(ratio), **where}


def spec(rows: Sequence[look.Datum], machines: int, baseline: str, *, width: int) -> look.Spec:
    """Return the chart in Vega-Lite, with its data inside; its title is that of the axis."""
    import altair as alt

    ratios = [value for row in rows for key in ("ratio", "low", "high") if isinstance(value := row[key], float)]
    scale = look.ratio_scale(look.spans_widely([value for value in ratios if value]))
    title = [f"times as long as {baseline}", "on the same machine (left is faster)"]
    x = alt.X("ratio:Q", scale=scale, title=title, axis=alt.Axis(tickCount=8))
    few = machines <= MOST_ROWS
    if few:
        y = alt.Y("machine:N", sort=alt.EncodingSortField("place", op="min"), title=None)
        offset = alt.YOffset()
    else:
        y = alt.Y("arm:N", sort=alt.EncodingSortField("order", op="min"), title=None)
        offset = alt.YOffset("place:Q", scale=alt.Scale(domain=[-machines / 4, 1.25 * machines]))
    shape = look.mark_shape(look.VERDICTS)
    base = alt.Chart(alt.InlineData(values=list(rows)))
    line = base.mark_rule(strokeWidth=3 if few else 1.5).encode(
        x=alt.X("low:Q", scale=scale, title=title),
        x2="high:Q",
        y=y,
        yOffset=offset,
        color=look.mark_color(look.VERDICTS),
    )
    size = alt.condition("datum.look == 'baseline'", alt.value(160), alt.value(80 if few else 30))
    point = base.mark_point(filled=True, opacity=1).encode(
        x=x, y=y, yOffset=offset, color=look.mark_color(look.VERDICTS), shape=shape, size=size
    )
    one = base.mark_rule(strokeDash=[4, 3], color="#8a9099").encode(x=alt.XDatum(1))
    layers = [one, line, point]
    if few:
        layers.append(base.mark_text(align="left", dx=8).encode(x=alt.value("width"), y=y, text="label:N"))
    chart = alt.layer(*layers).properties(width=width, height=alt.Step(20 if few else min(160, 30 + 2 * machines)))
    if few:
        row = alt.Row(
            "arm:N",
            sort=alt.EncodingSortField("order", op="min"),
            title=None,
            header=alt.Header(labelAngle=0, labelAlign="left", labelOrient="top", labelAnchor="start"),
        )
        return look.as_spec(chart.facet(row=row, spacing=8).resolve_scale(y="independent"))
    return look.as_spec(chart)
