"""The page: one HTML file that opens without a network, from the views of runs and what their charts draw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING

from iotrial import __version__
from iotrial.analysis.drawn import Drawn
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.analysis.pair import Pair
from iotrial.report.charts import cost, dots, forest, look, memory
from iotrial.report.columns import COLUMNS
from iotrial.report.glance import LEGEND
from iotrial.report.layout import Column, clean
from iotrial.report.parts import Table
from iotrial.report.view import LevelView, RankedArm, RunView

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
BY_ARM = ("Ranking", "Several at once", "Memory", "Why")


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, where it stands, and the verdict whose colour it has ("" for none)."""

    text: str
    align: str
    verdict: str


@dataclass(frozen=True)
class Shown:
    """A run on the page: its view, its judgement that charts are drawn from, and by level its samples and pairs."""

    view: RunView
    judged: JudgedRun
    drawn: Sequence[Drawn]
    pairs: Sequence[Sequence[Pair]]


def page(shown: Sequence[Shown]) -> str:
    """The whole file."""
    import jinja2
    import markupsafe

    loader = jinja2.PackageLoader("iotrial.report")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    runs = {one.view.run: _charts(one) for one in shown}
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
        legend=LEGEND,
        charted={**kinds, "cost": {run: [one.title for one in charts.cost] for run, charts in runs.items()}},
        data=data,
        style=markupsafe.Markup(style),
        # Ours and Vega's own text, in which nothing may look like the end of a script.
        library=markupsafe.Markup(library.replace("</script", "<\\/script")),
        script=markupsafe.Markup("\"use strict\";\n{\n" + "\n".join(scripts) + "}\n"),
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
    word = re.split("[ ,]", text)[0]
    return Cell(text, column.align, word if word in column.styles else "")


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


@dataclass(frozen=True)
class RankChart:
    """A forest plot: its datasets, its arms in the order of the tables, and what each pair of them says.

    A pair is the places of its two arms, the ratio of the first to the second, its bounds and its verdict.
    """

    baseline: str
    sets: look.Sets
    arms: list[RankedArm]
    pairs: list[tuple[int, int, float, float | None, float | None, str | None]]


@dataclass(frozen=True)
class DotsChart:
    """The samples of a level: if the axis is logarithmic, and what each arm has."""

    log: bool
    arms: list[dots.Dots]


@dataclass(frozen=True)
class MemoryChart:
    """Memory by kind: its datasets."""

    sets: look.Sets


@dataclass(frozen=True)
class LevelCharts:
    """The data that the page's script draws of a level; null if there is nothing to draw."""

    drawn: str
    forest: RankChart | None
    dots: DotsChart | None
    memory: MemoryChart | None


@dataclass(frozen=True)
class CostChart:
    """Over size: the ratio to the baseline, the time of one unit of work, and that of all of it."""

    title: str
    ratio: look.Spec
    specs: list[look.Spec]
    sets: look.Sets


@dataclass(frozen=True)
class RunCharts:
    """The data that the page's script draws of a run: level by level, and across."""

    levels: list[LevelCharts]
    cost: list[CostChart]


def _charts(one: Shown) -> RunCharts:
    levels: list[LevelCharts] = []
    for level, seen, drawn, pairs in zip(one.judged.levels, one.view.levels, one.drawn, one.pairs, strict=True):
        sets, arms, stacked = forest.data(level, one.judged.margin), dots.data(drawn), memory.data(level)
        levels.append(
            LevelCharts(
                _told(drawn),
                _rank(sets, level, seen, pairs) if sets is not None else None,
                DotsChart(dots.is_log(arms), arms) if arms is not None else None,
                MemoryChart(stacked) if stacked is not None else None,
            )
        )
    return RunCharts(
        levels,
        [
            CostChart(
                group.title.removeprefix("cost "),
                cost.ratio_spec(group),
                [cost.spec(group, each=each) for each in (True, False)],
                group.sets,
            )
            for group in cost.groups(one.judged)
        ],
    )


def _rank(sets: look.Sets, level: JudgedLevel, seen: LevelView, pairs: Sequence[Pair]) -> RankChart:
    places = {arm.arm: place for place, arm in enumerate(seen.arms)}
    return RankChart(
        clean(level.baseline or ""),
        sets,
        seen.arms,
        [(places[clean(one.arm)], places[clean(one.over)], *_figures(one)) for one in pairs],
    )


def _figures(pair: Pair) -> tuple[float, float | None, float | None, str | None]:
    return _short(pair.ratio), _bound(pair.low), _bound(pair.high), pair.verdict


def _bound(value: float | None) -> float | None:
    return None if value is None else _short(value)


def _short(value: float) -> float:
    """A figure with as many digits as any form of it shows."""
    return float(f"{value:.5g}")


def _told(drawn: Drawn) -> str:
    if not drawn.samples:
        return "No sample of this level is stored."
    if drawn.drawn == drawn.samples:
        return f"All {drawn.samples:,} samples are drawn. Verdicts come from rounds, not from single samples."
    return (
        f"{drawn.drawn:,} of {drawn.samples:,} samples are drawn, in whole blocks chosen at random; the tables' "
        "figures are made of all of them."
    )
