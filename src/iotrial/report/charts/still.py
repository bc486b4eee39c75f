"""A chart drawn: Vega-Lite and its data as SVG, for a picture or within a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from iotrial.machine.address_space import LEAST_TO_DRAW_BYTES, require_address_space
from iotrial.report.charts import look

#: In an SVG: a mark or a group of them, its attributes for readers of screens, and a number with digits that no screen
#: shows.
_MARK = re.compile(r"<(?:g|path|line|rect)\b[^>]*>")
_UNHEARD = re.compile(r' (?:aria-[a-z]+|role|class)="[^"]*"')
_DIGITS = re.compile(r"(\d\.\d\d)\d{3,}")

#: What a page's own style colours.
_OF_PAGE = {"labelColor": "currentColor", "titleColor": "currentColor"}
_AXIS = {**_OF_PAGE, "gridColor": "#8a909940", "domainColor": look.GREY, "tickColor": look.GREY}


def converter(what: str = "a picture") -> Any:
    """Return the module; UsageError where the limit of addresses (`ulimit -v`) would have it end the process."""
    require_address_space(LEAST_TO_DRAW_BYTES, what)
    import vl_convert

    return vl_convert


def filled(spec: look.Spec, sets: look.Sets, width: int) -> look.Spec:
    """Return a specification with its data inside."""
    inner = {key: value for key, value in spec.items() if key not in ("$schema", "config")}
    return {**_with(inner, sets), "width": width}


def within_page(spec: look.Spec, sets: look.Sets, width: int) -> str:
    """Return a chart of this width as SVG whose text and lines have the colours of the page that it stands on."""
    return of_page({**filled(spec, sets, width), "autosize": {"type": "fit-x", "contains": "padding"}}, width)


def of_page(spec: look.Spec, width: int) -> str:
    """Return a chart that has its data and its width, `width` with its labels, as SVG in the colours of its page."""
    config = {
        "font": "system-ui, sans-serif",
        "axis": {**_AXIS, "titleFontWeight": "normal", "titlePadding": 16, "labelFontSize": 12, "titleFontSize": 12},
        "header": {"labelColor": "currentColor", "labelFontSize": 12},
        "text": {"color": "currentColor"},
        "legend": {**_OF_PAGE, "columns": max(1, width // 260), "columnPadding": 60, "labelFontSize": 12},
        "view": {"stroke": "#8a909940"},
    }
    coloured = {**spec, "padding": 10, "background": "transparent", "config": config}
    svg = converter("a page").vegalite_to_svg(coloured, vl_version=look.vega_lite())
    return lean(str(svg))


def lean(drawn: str) -> str:
    """Return an SVG without its invisible parts: digits far behind the point, labels of each mark.

    The figures stand beside it as text; a picture of 29 levels is half as large.
    """
    marks = _MARK.sub(lambda mark: _UNHEARD.sub("", mark[0]), drawn)
    return _DIGITS.sub(r"\1", marks)


def _with(spec: Mapping[str, object], sets: look.Sets) -> look.Spec:
    return {key: _value(value, sets) for key, value in spec.items()}


def _value(value: object, sets: look.Sets) -> object:
    if isinstance(value, Mapping):
        if set(value) == {"name"} and value["name"] in sets:
            return {"values": sets[value["name"]]}
        return _with(value, sets)
    return [_value(one, sets) for one in value] if isinstance(value, list) else value
