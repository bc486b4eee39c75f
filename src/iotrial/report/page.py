"""The page: one HTML file that opens without a network, from the views of runs and what their charts draw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING

from iotrial import __version__
from iotrial.report.charts import dots, forest, look, memory
from iotrial.report.charts.of_run import Shown, charts_of
from iotrial.report.columns import COLUMNS
from iotrial.report.glance import LEGEND, SIGNS
from iotrial.report.layout import Column
from iotrial.report.parts import Table
from iotrial.report.view import RunView

if TYPE_CHECKING:
    import markupsafe

#: Dots on the whole page: more would make it slow to open, and nobody could tell them apart.
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


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, where it stands, and the verdict whose colour it has ("" for none)."""

    text: str
    align: str
    verdict: str


def page(shown: Sequence[Shown]) -> str:
    """The whole file."""
    import jinja2
    import markupsafe

    loader = jinja2.PackageLoader("iotrial.report")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
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
    style, *scripts = (loader.get_source(environment, f"page/{name}")[0] for name in ("page.css", *SCRIPTS))
    library = _library()
    return environment.get_template("page/page.html").render(
        title=shown[0].view.question if len(shown) == 1 else f"{len(shown)} studies of file I/O",
        version=__version__,
        views=[one.view for one in shown],
        by_arm=BY_ARM,
        legend=f"{LEGEND}; {', '.join(SIGNS.values())}",
        charted={**kinds, "cost": {run: [one.title for one in charts.cost] for run, charts in runs.items()}},
        data=data,
        style=markupsafe.Markup(style),
        # Ours and Vega's own text, in which nothing may look like the end of a script.
        library=markupsafe.Markup(library.replace("</script", "<\\/script")),
        script=markupsafe.Markup('"use strict";\n{\n' + "\n".join(scripts) + "}\n"),
        rows=cells,
        hint=hint,
        breaks=breaks,
    )


def _tells_memory(view: RunView) -> bool:
    over = any(title == "Memory over size" for title, _ in view.across)
    return over or any(title == "Memory" for level in view.levels for title, _ in level.beside)


def cells(table: Table) -> Iterator[list[Cell]]:
    """The rows of a table."""
    for row in zip(*(column.cells for column in table.shown), strict=True):
        yield [_cell(column, text) for column, text in zip(table.shown, row, strict=True)]


def breaks(name: str) -> markupsafe.Markup:
    """Return a name that a line may part after each `/` and `_`."""
    import markupsafe

    return markupsafe.Markup(re.sub(r"([/_])", r"\1<wbr>", str(markupsafe.escape(name))))


def _cell(column: Column, text: str) -> Cell:
    return Cell(text, column.align, column.styled_as(text))


def hint(kind: str, title: str) -> str:
    """The description of a column; "" for one that nobody described."""
    columns = COLUMNS.get(kind, {})
    if title in columns:
        return columns[title]
    for known, text in columns.items():
        pattern = re.escape(known).replace("UNIT", ".+").replace("NEW", ".+").replace("OLD", ".+")
        if re.fullmatch(pattern, title):
            return text
    return ""


@cache
def _specs() -> Mapping[str, look.Spec]:
    return {
        **{f"forest_{name}": forest.spec(log=name == "log") for name in ("linear", "log")},
        **{f"dots_{name}": dots.spec(log=name == "log") for name in ("linear", "log")},
        "memory": memory.spec(),
    }


@cache
def _library() -> str:
    """The program that draws charts, the same on every page; it takes longer to put together than the rest of one."""
    import vl_convert

    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=look.vega_lite())
    return bundle
