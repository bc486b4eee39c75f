"""The forest plot of a ranking: each method's ratio with its interval and figures, as a picture has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.charts import look
from iotrial.report.first_screen import Bar
from iotrial.report.layout import clean
from iotrial.report.ranking_table import timed, verdict


@dataclass(frozen=True)
class Forest:
    """A plot: its title, what its ratios are times of, how its marks look, its rows and its bands.

    language: that of its methods, as a sentence names it; "" if they are of several.
    """

    title: str
    language: str
    over: str
    looks: Mapping[str, tuple[str, str]]
    sets: look.Sets

    @property
    def ends(self) -> list[float]:
        """Every ratio and bound that is drawn."""
        ratios = (row[key] for row in self.sets["rows"] for key in ("ratio", "low", "high"))
        return [ratio for ratio in ratios if isinstance(ratio, float) and ratio]


def of_level(level: JudgedLevel, margin: float, title: str) -> Forest | None:
    """Return the plot of a level beside its baseline, by verdicts; None if fewer than two arms have a ratio.

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
            "look": verdict(arm),
            "label": label(ratio, figures.time(arm.median_ns)),
        }
        for place, (ratio, arm) in enumerate(arms)
    ]
    bands: list[look.Datum] = [{"low": 1 / (1 + margin), "high": 1 + margin}]
    placebo = level.placebo
    if placebo and placebo.low is not None:
        bands.append({"low": placebo.low, "high": placebo.high})
    return Forest(title, "", clean(level.baseline or "the baseline"), look.VERDICTS, {"rows": rows, "bands": bands})


def of_bars(bars: Sequence[Bar], over: str, language: str, level: str) -> Forest | None:
    """Return the plot of methods beside the one to use, by tiers; None if fewer than two have a ratio."""
    shown = [(bar.beside, bar) for bar in bars if bar.beside is not None]
    if len(shown) < 2:
        return None
    rows: list[look.Datum] = [
        {
            "arm": bar.called,
            "order": place,
            "ratio": beside.ratio,
            "low": beside.low,
            "high": beside.high,
            "look": bar.mark,
            "label": f"{label(beside.ratio or 1.0, bar.time)}, {bar.told}",
        }
        for place, (beside, bar) in enumerate(shown)
    ]
    title = ", ".join(filter(None, [language, level]))
    return Forest(title, language, over, look.TIERS, {"rows": rows, "bands": []})


def label(ratio: float, time: str) -> str:
    """Return what stands beside a mark: `2.51x, 75.3 ms`."""
    return ", ".join(text for text in (f"{figures.ratio(ratio)}x", time) if text)


def spec(forest: Forest, ends: Sequence[float]) -> look.Spec:
    """Return the plot in Vega-Lite, over the datasets `rows` and `bands`; its axis holds all `ends`."""
    import altair as alt

    rows, bands = alt.NamedData("rows"), alt.NamedData("bands")
    log = look.spans_widely(list(ends))
    scale = look.ratio_scale(log, [min([1.0, *ends]), max([1.0, *ends])])
    title = f"times as long as {forest.over} (left is faster)"
    axis = alt.Axis(tickCount=8)
    y = alt.Y("arm:N", sort=alt.EncodingSortField("order", op="min"), title=None)
    color, shape = look.mark_color(forest.looks), look.mark_shape(forest.looks)
    band = (
        alt.Chart(bands)
        .mark_rect(opacity=0.18, color="#8a9099")
        .encode(x=alt.X("low:Q", scale=scale, title=title, axis=axis), x2="high:Q")
    )
    one = alt.Chart(rows).mark_rule(strokeDash=[4, 3], color="#8a9099").encode(x=alt.XDatum(1))
    base = alt.Chart(rows)
    interval = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", scale=scale, title=title, axis=axis), x2="high:Q", y=y, color=color
    )
    point = base.mark_point(size=90, filled=True, opacity=1).encode(
        x=alt.X("ratio:Q", scale=scale, title=title, axis=axis), y=y, color=color, shape=shape
    )
    told = base.mark_text(align="left", dx=8, fontSize=12, clip=False).encode(x=alt.value("width"), y=y, text="label:N")
    return look.as_spec(alt.layer(band, one, interval, point, told).properties(height=alt.Step(28)))
