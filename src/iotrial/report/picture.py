"""A picture of runs, as SVG or PNG, for a blog post: the ranking of each level, or the cost over size."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.charts import cost_chart, forest, look
from iotrial.report.charts.converter import converter
from iotrial.report.level_words import level_name
from iotrial.report.view import RunView

#: At most this many rankings are drawn. With more levels, one ranking and the cost over size say more, if costs exist.
MOST_RANKINGS = 4

_CONFIG = {
    "legend": {"columns": 3},
    "axisY": {"labelLimit": 260},
    "view": {"stroke": "#d9dde2"},
    "title": {"anchor": "start"},
}
_WIDTH = 640
_LETTERS = 100  # of a line of the subtitle
_SCALE = 2.0  # of a PNG

#: In an SVG: a mark, its attributes for readers of screens, and a number with digits that no screen shows.
_MARK = re.compile(r"<(?:path|line|rect)\b[^>]*>")
_UNHEARD = re.compile(r' (?:aria-[a-z]+|role|class)="[^"]*"')
_DIGITS = re.compile(r"(\d\.\d\d)\d{3,}")


def svg(shown: Sequence[tuple[RunView, JudgedRun]]) -> str:
    """Return the picture as SVG, from views and the documents that they were made of."""
    return lean(str(converter().vegalite_to_svg(_spec(shown), vl_version=look.vega_lite())))


def lean(drawn: str) -> str:
    """Return an SVG without its invisible parts: digits far behind the point, labels of each mark.

    The figures stand beside it as text; a picture of 29 levels is half as large.
    """
    marks = _MARK.sub(lambda mark: _UNHEARD.sub("", mark[0]), drawn)
    return _DIGITS.sub(r"\1", marks)


def png(shown: Sequence[tuple[RunView, JudgedRun]]) -> bytes:
    """Return the picture as PNG."""
    return bytes(converter().vegalite_to_png(_spec(shown), scale=_SCALE, vl_version=look.vega_lite()))


def _spec(shown: Sequence[tuple[RunView, JudgedRun]]) -> look.Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "vconcat": [plot for view, judged in shown for plot in _run(view, judged)],
        "spacing": 28,
        "background": "white",
        "padding": 16,
        "resolve": {"scale": {"color": "independent", "shape": "independent"}},
        "config": _CONFIG,
    }


def _run(view: RunView, judged: JudgedRun) -> list[look.Spec]:
    """Return a run's plots, with its question and answer above the first."""
    levels = judged.levels
    drawn = [(level, forest.data(level, judged.margin)) for level in [*levels[view.first :], *levels[: view.first]]]
    ranked = [(level, sets) for level, sets in drawn if sets is not None]
    costs = cost_chart.groups(judged)
    are_many = len(ranked) > MOST_RANKINGS
    most = 1 if are_many and costs else MOST_RANKINGS
    plots = [_ranking(level_name(judged, level), sets) for level, sets in ranked[:most]]
    if are_many:
        for group in costs:
            over = group.title.removeprefix("cost ")
            plots += [_plot(cost_chart.ratio_spec(group), group.sets, f"ratio {over}")]
            plots += [_plot(cost_chart.spec(group, each=True), group.sets, f"time {over}")]
    plots = plots or [{"data": {"values": [{}]}, "mark": {"type": "text", "text": "nothing to draw"}, "width": _WIDTH}]
    left = (
        f"; {len(ranked) - MOST_RANKINGS} more levels are not drawn" if len(ranked) > len(plots) and not costs else ""
    )
    said = " ".join(sentence for sentences in view.answers for sentence in sentences)
    here = f"Measured on {', '.join(view.facts)}{left}"
    lines = [line for text in (said, here) for line in textwrap.wrap(text.replace("\N{NO-BREAK SPACE}", " "), _LETTERS)]
    head = {"text": view.question, "subtitle": lines, "anchor": "start", "fontSize": 17, "subtitleFontSize": 12}
    return [{"title": head, **_group(plots[0])}, *plots[1:]]


def _group(plot: look.Spec) -> look.Spec:
    """Wrap a plot, so that it has a title of its own below that of the run."""
    return {"vconcat": [plot]}


def _ranking(name: str, sets: look.Sets) -> look.Spec:
    return _plot(forest.spec(log=forest.is_log(sets["rows"])), sets, name)


def _plot(spec: look.Spec, sets: look.Sets, title: str) -> look.Spec:
    """Return a specification with its data inside, without all that only a reader with a mouse could use."""
    still = {key: value for key, value in spec.items() if key not in ("$schema", "config", "params")}
    filled = {**_without_selections(still, sets), "width": _WIDTH}
    return {**filled, "title": {"text": title, "fontSize": 13, "fontWeight": "normal"}} if title else filled


def _filled(value: object, sets: look.Sets) -> object:
    if isinstance(value, Mapping):
        if set(value) == {"name"} and value["name"] in sets:
            return {"values": sets[value["name"]]}
        if "condition" in value:  # a mark that a selection would fade is shown in full
            return {"value": value["condition"]["value"]}
        return _without_selections(value, sets)
    return [_filled(one, sets) for one in value] if isinstance(value, list) else value


def _without_selections(spec: Mapping[str, object], sets: look.Sets) -> look.Spec:
    """Return a specification without selections and the names of their views: two plots have the same names."""
    return {key: _filled(one, sets) for key, one in spec.items() if key not in ("params", "name", "autosize")}
