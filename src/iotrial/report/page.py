"""The page: one HTML file that opens without a network, from the views of runs and what their charts draw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from iotrial import __version__
from iotrial.analysis.drawn import Drawn
from iotrial.report.charts import cost, dots, forest, look, memory
from iotrial.report.columns import COLUMNS
from iotrial.report.layout import Column
from iotrial.report.parts import Table
from iotrial.report.view import RunView

#: Dots on the whole page: more would make it slow to open, and nobody could tell them apart.
MOST_DOTS = 40_000

#: Kind of chart -> the scales that its buttons zoom, and the field of each.
ZOOMS = {
    "forest": [["x", "ratio"]],
    "dots": [["x", "ratio"]],
    "memory": [["x", "mib"]],
    "cost": [["x", "units"], ["y", "ns"]],
}

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, where it stands, and the verdict whose colour it has ("" for none)."""

    text: str
    align: str
    verdict: str


@dataclass(frozen=True)
class Shown:
    """A run on the page: its view, the document that its charts are drawn from, and the samples drawn of each level."""

    view: RunView
    judged: Row
    drawn: Sequence[Drawn]


def page(shown: Sequence[Shown]) -> str:
    """The whole file."""
    import jinja2
    import markupsafe

    loader = jinja2.PackageLoader("iotrial.report")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    data = {"runs": {one.view.run: _charts(one) for one in shown}, "specs": _specs(), "zooms": ZOOMS}
    kinds = {
        kind: {run for run, charts in data["runs"].items() if any(level[kind] for level in charts["levels"])}
        for kind in ("forest", "dots", "memory")
    }
    style, script = (loader.get_source(environment, name)[0] for name in ("page.css", "page.js"))
    library = _library()
    return environment.get_template("page.html").render(
        title=shown[0].view.question if len(shown) == 1 else f"{len(shown)} studies of file I/O",
        version=__version__,
        views=[one.view for one in shown],
        glossary=COLUMNS,
        charted={**kinds, "cost": {run: len(charts["cost"]) for run, charts in data["runs"].items()}},
        data=data,
        style=markupsafe.Markup(style),
        # Ours and Vega's own text, in which nothing may look like the end of a script.
        library=markupsafe.Markup(library.replace("</script", "<\\/script")),
        script=markupsafe.Markup(script),
        rows=cells,
        hint=hint,
    )


def cells(table: Table) -> Iterator[list[Cell]]:
    """The rows of a table."""
    for row in zip(*(column.cells for column in table.shown), strict=True):
        yield [_cell(column, text) for column, text in zip(table.shown, row, strict=True)]


def _cell(column: Column, text: str) -> Cell:
    word = text.split(" ")[0]
    return Cell(text, column.align, word if word in column.styles else "")


def hint(kind: str, title: str) -> str:
    """What a column is; "" for one that nobody described."""
    columns = COLUMNS.get(kind, {})
    if title in columns:
        return columns[title]
    for known, text in columns.items():
        pattern = re.escape(known).replace("UNIT", ".+").replace("NEW", ".+").replace("OLD", ".+")
        if re.fullmatch(pattern, title):
            return text
    return ""


@cache
def _specs() -> dict[str, Any]:
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


def _charts(one: Shown) -> dict[str, Any]:
    """What the charts of a run draw: level by level, and across."""
    judged = one.judged
    levels: list[dict[str, Any]] = []
    for level, drawn in zip(judged["levels"], one.drawn, strict=True):
        sets, arms, stacked = forest.data(level, judged["margin"]), dots.data(drawn), memory.data(level)
        found: dict[str, Any] = {"drawn": _told(drawn), "forest": None, "dots": None, "memory": None}
        if sets is not None:
            found["forest"] = {"log": forest.is_log(sets["rows"]), "sets": sets}
        if arms is not None:
            found["dots"] = {"log": dots.is_log(arms), "arms": arms}
        if stacked is not None:
            found["memory"] = {"sets": stacked}
        levels.append(found)
    names = ("points", "lines", "crossings")
    costs = [
        {
            "specs": [cost.spec(group, each=each) for each in (True, False)],
            "sets": {name: group[name] for name in names},
        }
        for group in cost.groups(judged)
        if group["points"]
    ]
    return {"levels": levels, "cost": costs}


def _told(drawn: Drawn) -> str:
    if not drawn.samples:
        return "No sample of this level is stored."
    if drawn.drawn == drawn.samples:
        return f"All {drawn.samples:,} samples are drawn. Verdicts come from rounds, not from single samples."
    return (
        f"{drawn.drawn:,} of {drawn.samples:,} samples are drawn, in whole blocks chosen at random; the tables' "
        "figures are made of all of them."
    )
