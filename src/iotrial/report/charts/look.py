"""The look that all charts share: verdicts, figures on an axis, zooming."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import altair as alt

#: A specification in Vega-Lite.
Spec = dict[str, object]

#: The data of one mark of a chart: field -> value.
Datum = dict[str, str | float | None]

#: Dataset -> its marks.
Sets = dict[str, list[Datum]]

#: Verdict -> colour and shape. Each colour has a contrast of 3 to 1 or more to white and to near-black. No colour is
#: needed to tell two verdicts apart, since their shapes differ.
LOOKS: Mapping[str, tuple[str, str]] = {
    "baseline": ("#767c85", "diamond"),
    "faster": ("#16894f", "triangle-left"),
    "slower": ("#d0453f", "triangle-right"),
    "equivalent": ("#2b7fc0", "circle"),
    "undecided": ("#a87800", "square"),
    "invalid": ("#a44bc4", "cross"),
    "not ranked": ("#767c85", "stroke"),
}

#: Colours of arms, and of kinds of memory, in their order.
COLOURS = ("#2b7fc0", "#d0453f", "#16894f", "#a87800", "#a44bc4", "#0f8b8d", "#c2570c", "#767c85", "#b83280", "#5b6ee1")

SHAPES = ("circle", "square", "triangle-up", "cross", "diamond", "triangle-right", "triangle-down", "triangle-left")

#: An axis is logarithmic if its ratios span more than this.
LINEAR_SPAN = 3.0

_TIME = (
    "datum.value >= 1e9 ? format(datum.value / 1e9, '~r') + ' s' : datum.value >= 1e6 ? format(datum.value / 1e6, "
    "'~r') + ' ms' : datum.value >= 1e3 ? format(datum.value / 1e3, '~r') + ' µs' : format(datum.value, '~r') + ' ns'"
)
_SIZE = (
    "datum.value >= 1073741824 ? format(datum.value / 1073741824, '.3~r') + ' GiB' : datum.value >= 1048576 ? "
    "format(datum.value / 1048576, '.3~r') + ' MiB' : datum.value >= 1024 ? format(datum.value / 1024, '.3~r') + "
    "' KiB' : format(datum.value, '~r') + ' B'"
)


def time_label() -> str:
    """Return the expression that writes nanoseconds on an axis as people read them."""
    return _TIME


def size_label(unit: str) -> str:
    """Return the same for an amount of work: bytes as KiB and MiB, all else as whole numbers."""
    return _SIZE if unit == "bytes" else "format(datum.value, ',~r')"


def vega_lite() -> str:
    """Return the version of Vega-Lite that the specifications are written for, as vl-convert names it."""
    import altair as alt

    return ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def as_spec(chart: alt.TopLevelMixin) -> Spec:
    """Return a chart of Altair as Vega-Lite, checked against its schema."""
    spec: Spec = chart.to_dict()
    return spec


def zoom(*channels: Literal["x", "y"]) -> alt.Parameter:
    """Zoom by wheel and drag with the shift key held, so that a page still scrolls; a double click takes it back."""
    import altair as alt

    return alt.selection_interval(
        name="zoom",
        bind="scales",
        encodings=list(channels),
        zoom="wheel![event.shiftKey]",
        translate="[pointerdown[event.shiftKey], window:pointerup] > window:pointermove!",
    )


def verdict_color() -> alt.Color:
    """Colour marks by verdict; shapes and the table's words tell verdicts apart too, so there is no legend."""
    import altair as alt

    colours = [colour for colour, _ in LOOKS.values()]
    return alt.Color("verdict:N", scale=alt.Scale(domain=list(LOOKS), range=colours), legend=None)


def ratio_scale(log: bool) -> alt.Scale:
    """Return the scale of ratios."""
    import altair as alt

    return alt.Scale(type="log", nice=False, padding=16) if log else alt.Scale(zero=False, nice=False, padding=16)


def spans_widely(values: list[float]) -> bool:
    """True if ratios lie so far apart that only a logarithmic axis shows them."""
    return bool(values) and max(values) / min(values) > LINEAR_SPAN
