"""A picture of runs, as SVG or PNG, for a blog post: the ranking of each level, or the cost over size."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from iotrial import __version__
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.charts import cost_chart, forest, look
from iotrial.report.charts.still import converter, filled, lean
from iotrial.report.first_screen import ScreenState, states_of
from iotrial.report.layout import clean
from iotrial.report.level_words import condition, level_name
from iotrial.report.view import RunView

#: At most this many rankings are drawn. With more, one ranking and the cost over size say more, if costs exist.
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


def svg(shown: Sequence[tuple[RunView, JudgedRun]]) -> str:
    """Return the picture as SVG, from views and the documents that they were made of."""
    return lean(str(converter().vegalite_to_svg(_spec(shown), vl_version=look.vega_lite())))


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
    ranked = rankings(judged)
    costs = cost_chart.groups(judged)
    are_many = len(ranked) > MOST_RANKINGS
    shown = ranked[view.first : view.first + 1] or ranked[:1] if are_many and costs else ranked[:MOST_RANKINGS]
    ends = [end for one in shown for end in one.ends]
    plots = [_plot(forest.spec(one, ends), one.sets, one.title) for one in shown]
    if are_many:
        for group in costs:
            over = group.title.removeprefix("cost ")
            if group.baseline:
                plots += [_plot(cost_chart.ratio_spec(group), group.sets, f"ratio {over}")]
            plots += [_plot(cost_chart.spec(group), group.sets, f"time {over}")]
    plots = plots or [{"data": {"values": [{}]}, "mark": {"type": "text", "text": "nothing to draw"}, "width": _WIDTH}]
    left = f"; {len(ranked) - len(shown)} more rankings are not drawn" if len(ranked) > len(shown) and not costs else ""
    said = " ".join(sentences[0] for sentences in view.answers)
    here = f"Measured by iotrial {__version__} on {', '.join(view.facts)}{left}"
    lines = [line for text in (said, here) for line in textwrap.wrap(text.replace("\N{NO-BREAK SPACE}", " "), _LETTERS)]
    head = {"text": view.question, "subtitle": lines, "anchor": "start", "fontSize": 17, "subtitleFontSize": 12}
    return [{"title": head, **_group(plots[0])}, *plots[1:]]


def rankings(judged: JudgedRun) -> list[forest.Forest]:
    """Return a plot for each level, by size, and language: beside the one to use, as the answer has it.

    Without an answer there is one for each level, beside its baseline.
    """
    found = []
    for number, level in sorted(enumerate(judged.levels), key=lambda one: _sizes(one[1])):
        name = condition(judged, level.level, varying_factors(judged))
        plots = [_beside_use(state, name) for state in states_of(judged, number) if state.over]
        own = [forest.of_level(level, judged.margin, level_name(judged, level))] if not any(plots) else []
        found += [plot for plot in [*plots, *own] if plot is not None]
    return _in_one_order(found)


def _in_one_order(plots: Sequence[forest.Forest]) -> list[forest.Forest]:
    """Give the methods of all plots the places that they have in the first which has them."""
    places: dict[object, int] = {}
    for plot in plots:
        for row in plot.sets["rows"]:
            places.setdefault((plot.language, row["arm"]), len(places))
    return [
        replace(
            plot,
            sets={
                **plot.sets,
                "rows": [{**row, "order": places[plot.language, row["arm"]]} for row in plot.sets["rows"]],
            },
        )
        for plot in plots
    ]


def _beside_use(state: ScreenState, name: str) -> forest.Forest | None:
    return forest.of_bars(state.bars, state.over, state.language, name)


def _sizes(level: JudgedLevel) -> list[int]:
    """The numbers among a level's factors: what is small comes first, and levels without stay as they are."""
    return [value for value in level.level.values() if isinstance(value, int)]


def _group(plot: look.Spec) -> look.Spec:
    """Wrap a plot, so that it has a title of its own below that of the run."""
    return {"vconcat": [plot]}


def _plot(spec: look.Spec, sets: look.Sets, title: str) -> look.Spec:
    plot = filled(spec, sets, _WIDTH)
    return {**plot, "title": {"text": clean(title), "fontSize": 13, "fontWeight": "normal"}} if title else plot
