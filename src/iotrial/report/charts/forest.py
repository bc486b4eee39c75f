"""The forest plot of a level: each arm's ratio with its interval and figures, beside the margin and the noise floor."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.layout import clean
from iotrial.report.ranking_table import timed, verdict

#: The title of the axis, which a page replaces if its reader chooses another baseline, or speed instead of time.
TITLE = "times as long as the baseline (left is faster)"


def data(level: JudgedLevel, margin: float) -> look.Sets | None:
    """Return rows, bands and no dots of a level; None if fewer than two arms have a ratio.

    The baseline comes first and then the others by their ratio, as in every table.
    """
    arms = [(arm.ratio, arm) for arm in timed(level) if arm.ratio is not None]
    if len(arms) < 2:
        return None
    rows: list[look.Datum] = [
        {
            "arm": clean(arm.arm),
            "order": place,
            "ratio": ratio,
            "low": arm.low,
            "high": arm.high,
            "verdict": verdict(arm),
            "told": figures.interval(arm),
            "time": figures.time(arm.median_ns),
            "label": label(ratio, arm.median_ns),
        }
        for place, (ratio, arm) in enumerate(arms)
    ]
    bands: list[look.Datum] = [
        {"what": f"the margin: within ±{margin * 100:g} % is equivalent", "low": 1 / (1 + margin), "high": 1 + margin}
    ]
    placebo = level.placebo
    if placebo and placebo.low is not None:
        told = f"the noise floor: a copy of the baseline came out at {figures.fine_interval(placebo)}"
        bands.append({"what": told, "low": placebo.low, "high": placebo.high})
    return {"rows": rows, "bands": bands, "dots": []}


def label(ratio: float, median_ns: float | None) -> str:
    """Return what stands beside a mark: `2.51x, 75.3 ms`."""
    return ", ".join(text for text in (f"{figures.ratio(ratio)}x", figures.time(median_ns)) if text)


def is_log(rows: Sequence[look.Datum]) -> bool:
    """True if the ratios of these rows need a logarithmic axis."""
    ratios = (row[key] for row in rows for key in ("ratio", "low", "high"))
    return look.spans_widely([ratio for ratio in ratios if isinstance(ratio, float) and ratio])


def spec(*, log: bool) -> look.Spec:
    """Return the plot in Vega-Lite, over the datasets `rows`, `bands` and `dots` (arm, ratio and jitter of samples)."""
    import altair as alt

    rows, bands, dots = alt.NamedData("rows"), alt.NamedData("bands"), alt.NamedData("dots")
    scale = look.ratio_scale(log)
    axis = alt.Axis(tickCount=8)
    x = alt.X("ratio:Q", scale=scale, title=TITLE, axis=axis)
    y = alt.Y("arm:N", sort=alt.EncodingSortField("order", op="min"), title=None)
    tip = [
        alt.Tooltip("arm:N", title="method"),
        alt.Tooltip("told:N", title="ratio [low, high]"),
        alt.Tooltip("verdict:N"),
        alt.Tooltip("time:N"),
    ]
    domain = list(look.LOOKS)
    shapes = [shape for _, shape in look.LOOKS.values()]
    band = (
        alt.Chart(bands)
        .mark_rect(opacity=0.18, color="#8a9099")
        .encode(
            x=alt.X("low:Q", scale=scale, title=TITLE, axis=axis), x2="high:Q", tooltip=alt.Tooltip("what:N", title=" ")
        )
    )
    one = alt.Chart(bands).mark_rule(strokeDash=[4, 3], color="#8a9099").encode(x=alt.XDatum(1))
    single = (
        alt.Chart(dots)
        .mark_circle(size=9, opacity=0.28, color="#8a9099", clip=True)
        .encode(x=x, y=y, yOffset=alt.YOffset("jitter:Q", scale=alt.Scale(domain=[0, 1])))
    )
    base = alt.Chart(rows)
    interval = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", scale=scale, title=TITLE, axis=axis), x2="high:Q", y=y, color=look.verdict_color(), tooltip=tip
    )
    point = base.mark_point(size=90, filled=True, opacity=1).encode(
        x=x,
        y=y,
        color=look.verdict_color(),
        shape=alt.Shape("verdict:N", scale=alt.Scale(domain=domain, range=shapes), legend=None),
        tooltip=tip,
    )
    told = base.mark_text(align="left", dx=8, fontSize=12, clip=False).encode(x=alt.value("width"), y=y, text="label:N")
    layers = alt.layer(band, one, single, interval, point.add_params(look.zoom("x")), told)
    return look.as_spec(layers.properties(width="container", height=alt.Step(28)))
