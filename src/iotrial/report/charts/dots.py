"""The samples of a level as dots: the time of each over the baseline's in the same block."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from iotrial.judge.picture_samples import PictureSamples
from iotrial.report.charts import look
from iotrial.report.layout import clean

#: Digits of a ratio that a picture can show.
_DIGITS = 4


@dataclass(frozen=True)
class Dots:
    """The samples of an arm: the round and the ratio of each."""

    arm: str
    round: list[int]
    ratio: list[float]


def data(drawn: PictureSamples) -> list[Dots] | None:
    """Return for each arm but the baseline, the fastest first, its rounds and ratios; None if there is none."""
    shown = [(name, *found) for name, found in list(drawn.arms.items())[1:] if found[1]]
    shown.sort(key=lambda arm: statistics.median(arm[2]))
    return [
        Dots(clean(name), rounds, [float(f"{ratio:.{_DIGITS}g}") for ratio in ratios]) for name, rounds, ratios in shown
    ] or None


def is_log(arms: list[Dots]) -> bool:
    """True if these ratios need a logarithmic axis."""
    return look.spans_widely([ratio for found in arms for ratio in found.ratio])


def spec(*, log: bool) -> look.Spec:
    """Return the plot in Vega-Lite, over the dataset `rows` of arm, ratio, round and jitter (0 to 1)."""
    import altair as alt

    return look.as_spec(
        alt.Chart(alt.NamedData("rows"))
        .mark_circle(size=14, opacity=0.55, color="#3f8fd6")
        .encode(
            x=alt.X("ratio:Q", scale=look.ratio_scale(log), title="time of a sample over the baseline's beside it"),
            y=alt.Y("arm:N", sort=None, title=None),
            yOffset=alt.YOffset("jitter:Q", scale=alt.Scale(domain=[0, 1])),
            tooltip=[alt.Tooltip("arm:N"), alt.Tooltip("ratio:Q"), alt.Tooltip("round:Q")],
        )
        .add_params(look.zoom("x"))
        .properties(width="container", height=alt.Step(30))
    )
