"""The look that all charts share: verdicts, tiers, figures on an axis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import altair as alt

#: A specification in Vega-Lite.
Spec = dict[str, object]

#: The data of one mark of a chart: field -> value.
Datum = dict[str, str | float | None]

#: Dataset -> its marks.
Sets = dict[str, list[Datum]]

#: Verdict -> colour and shape. Each colour has a contrast of 3 to 1 or more to white and to near-black. No colour is
#: needed to tell two verdicts apart, since their shapes differ: an arrow points to where the mark lies from 1.
VERDICTS: Mapping[str, tuple[str, str]] = {
    "baseline": ("#767c85", "diamond"),
    "faster": ("#16894f", "triangle-left"),
    "slower": ("#d0453f", "triangle-right"),
    "equivalent": ("#2b7fc0", "circle"),
    "undecided": ("#a87800", "square"),
    "invalid": ("#a44bc4", "cross"),
    "not ranked": ("#767c85", "stroke"),
}

#: The same for the tiers of methods beside the one to use.
TIERS: Mapping[str, tuple[str, str]] = {
    "use": ("#16894f", "diamond"),
    "as good": ("#2b7fc0", "circle"),
    "slower": ("#a87800", "triangle-right"),
    "avoid": ("#d0453f", "triangle-right"),
    "unclear": ("#a44bc4", "square"),
    "other": ("#767c85", "cross"),
    "": ("#767c85", "cross"),
}

#: Colours of arms in their order, and that of those for which there are too many.
COLOURS = ("#16894f", "#2b7fc0", "#d0453f", "#a87800", "#a44bc4", "#0f8b8d", "#c2570c", "#b83280")
GREY = "#8a9099"

SHAPES = ("circle", "square", "triangle-up", "cross", "diamond", "triangle-right", "triangle-down", "triangle-left")

#: An axis is logarithmic if its ratios span more than this.
LINEAR_SPAN = 3.0

_TIME = (
    "datum.value >= 1e9 ? format(datum.value / 1e9, '~r') + ' s' : datum.value >= 1e6 ? format(datum.value / 1e6, "
    "'~r') + ' ms' : datum.value >= 1e3 ? format(datum.value / 1e3, '~r') + ' µs' : format(datum.value, '~r') + ' ns'"
)


def time_label() -> str:
    """Return the expression that writes nanoseconds on an axis as people read them."""
    return _TIME


def vega_lite() -> str:
    """Return the version of Vega-Lite that the specifications are written for, as vl-convert names it."""
    import altair as alt

    return ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def as_spec(chart: alt.TopLevelMixin) -> Spec:
    """Return a chart of Altair as Vega-Lite, checked against its schema."""
    spec: Spec = chart.to_dict()
    return spec


def mark_color(looks: Mapping[str, tuple[str, str]]) -> alt.Color:
    """Colour marks by their looks; shapes and words tell them apart too, so there is no legend."""
    import altair as alt

    colours = [colour for colour, _ in looks.values()]
    return alt.Color("look:N", scale=alt.Scale(domain=list(looks), range=colours), legend=None)


def mark_shape(looks: Mapping[str, tuple[str, str]]) -> alt.Shape:
    """Shape marks by their looks."""
    import altair as alt

    return alt.Shape(
        "look:N", scale=alt.Scale(domain=list(looks), range=[shape for _, shape in looks.values()]), legend=None
    )


def ratio_scale(log: bool, ends: list[float] | None = None) -> alt.Scale:
    """Return the scale of ratios, between two ends or what is drawn."""
    import altair as alt

    domain = ends or alt.Undefined
    if log:
        return alt.Scale(type="log", nice=False, padding=16, domain=domain)
    return alt.Scale(zero=False, nice=False, padding=16, domain=domain)


def spans_widely(values: list[float]) -> bool:
    """True if ratios lie so far apart that only a logarithmic axis shows them."""
    return bool(values) and max(values) / min(values) > LINEAR_SPAN
