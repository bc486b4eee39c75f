"""The page: one HTML file that opens without a network, from the views of runs and what their charts draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache

from iotrial.report.charts import dots, forest, look, memory_chart
from iotrial.report.charts.converter import converter
from iotrial.report.charts.run_charts import Shown, charts_of
from iotrial.report.glance import LEGEND, SIGNS
from iotrial.report.template import rendered, source
from iotrial.report.view import RunView

#: Dots on the whole page: more would make it slow to open, and could not be told apart.
MOST_DOTS = 40_000

#: Faint samples of an arm behind its interval; the chart of every sample has the rest.
MOST_FAINT = 80

#: The page's own scripts, in the order in which they build on each other.
SCRIPTS = ("ratios.js", "charts.js", "choices.js", "start.js")

#: Kind of chart -> the scales that its buttons zoom, and the field of each.
ZOOMS = {
    "forest": [["x", "ratio"]],
    "dots": [["x", "ratio"]],
    "memory": [["x", "mib"]],
    "cost": [["x", "units"], ["y", "ns"]],
    "ratio": [["x", "units"], ["y", "ratio"]],
}

#: Tables whose rows are arms, which the choices of language and guarantees hide and show.
BY_ARM = ("Ranking", "Several at once", "Memory", "Why", "Cost over size")


def page(shown: Sequence[Shown]) -> str:
    """The whole file."""
    import markupsafe

    runs = {one.view.run: charts_of(one) for one in shown}
    data = {
        "runs": {run: asdict(charts) for run, charts in runs.items()},
        "specs": _specs(),
        "zooms": ZOOMS,
        "title": forest.TITLE,
        "span": look.LINEAR_SPAN,
        "faint": MOST_FAINT,
    }
    kinds = {
        "forest": {run for run, charts in runs.items() if any(level.forest for level in charts.levels)},
        "dots": {run for run, charts in runs.items() if any(level.dots for level in charts.levels)},
        "memory": {run for run, charts in runs.items() if any(level.memory for level in charts.levels)},
        "kinds_of_memory": {one.view.run for one in shown if _tells_memory(one.view)},
    }
    scripts = [source(name) for name in SCRIPTS]
    library = _library()
    return rendered(
        "page.html",
        title=shown[0].view.question if len(shown) == 1 else f"{len(shown)} studies of file I/O",
        views=[one.view for one in shown],
        by_arm=BY_ARM,
        legend=f"{LEGEND}; {', '.join(SIGNS.values())}",
        charted={**kinds, "cost": {run: [one.title for one in charts.cost] for run, charts in runs.items()}},
        data=data,
        # Ours and Vega's own text, in which nothing may look like the end of a script.
        library=markupsafe.Markup(library.replace("</script", "<\\/script")),
        script=markupsafe.Markup('"use strict";\n{\n' + "\n".join(scripts) + "}\n"),
    )


def _tells_memory(view: RunView) -> bool:
    over = any(title == "Memory over size" for title, _ in view.across)
    return over or any(title == "Memory" for level in view.levels for title, _ in level.beside)


@cache  # of the process: the same for every run
def _specs() -> Mapping[str, look.Spec]:
    return {
        **{f"forest_{name}": forest.spec(log=name == "log") for name in ("linear", "log")},
        **{f"dots_{name}": dots.spec(log=name == "log") for name in ("linear", "log")},
        "memory": memory_chart.spec(),
    }


@cache
def _library() -> str:
    """The program that draws charts, the same on every page; it takes longer to put together than the rest of one."""
    bundle: str = converter("a page").javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=look.vega_lite())
    return bundle
