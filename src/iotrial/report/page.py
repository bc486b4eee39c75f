"""The page: one HTML file that opens without a network, and is whole before any script has run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from iotrial.ask.header import without_pairs
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.picture_samples import PictureSamples
from iotrial.report.addresses import address
from iotrial.report.charts import cost_chart, look
from iotrial.report.charts.memory_bars import KINDS, MemoryBar, memory_bars
from iotrial.report.charts.still import within_page
from iotrial.report.claim_card import ClaimCard
from iotrial.report.condition_grid import TIERS, GridRow, grid
from iotrial.report.first_screen import FirstScreen, first_screen
from iotrial.report.sample_strips import HEIGHT, WIDTH, SampleStrips, strips
from iotrial.report.snippet import highlighted
from iotrial.report.template import rendered, source
from iotrial.report.view import RunView

if TYPE_CHECKING:
    import markupsafe

#: Dots of a page: more could not be told apart.
MOST_DOTS = 12_000

#: Widths of a chart, in CSS pixels: one for a screen, one for a phone.
_WIDTHS = {"wide": 800, "narrow": 350}

#: The page's own script.
SCRIPT = "start.js"


@dataclass(frozen=True)
class Shown:
    """A run on the page: its view, its judgement, and by level its samples."""

    view: RunView
    judged: JudgedRun
    drawn: Sequence[PictureSamples]


@dataclass(frozen=True)
class SizeChart:
    """A chart over size: its title, what it is in words, and the same at each width."""

    title: str
    told: str
    drawn: dict[str, markupsafe.Markup]


#: The parts of a run below the first screen, in their order -> their titles.
PARTS = {
    "changes": "When this changes",
    "why": "Why: what each asks of the system",
    "claims": "What was published, and what this machine says",
    "figures": "Every figure, beside the baseline",
    "code": "The code that was measured",
    "repeat": "How to repeat it",
    "samples": "Every sample",
}


@dataclass
class _PageRun:
    """A run as the template shows it.

    asked: the claims that answer its question. parts: the titles and addresses of what is below the first screen.
    """

    view: RunView
    screen: FirstScreen
    hides: list[tuple[int, int]]
    code: dict[str, markupsafe.Markup]
    grid: list[tuple[str, list[GridRow]]]
    charts: list[SizeChart]
    memory: list[list[MemoryBar]]
    samples: list[SampleStrips | None]
    claims: list[tuple[str, ClaimCard]]
    asked: list[tuple[str, ClaimCard]]
    parts: list[tuple[str, str]] = field(default_factory=list)


def page(shown: Sequence[Shown]) -> str:
    """The whole file."""
    import markupsafe

    studies = [one.view.study for one in shown]
    prefixes = [
        "" if len(shown) == 1 else address(one.view.study if studies.count(one.view.study) == 1 else one.view.run)
        for one in shown
    ]
    runs = [_run(one, prefix) for one, prefix in zip(shown, prefixes, strict=True)]
    return rendered(
        "page.html",
        title=shown[0].view.question if len(shown) == 1 else f"{len(shown)} studies of file I/O",
        runs=runs,
        hides=sorted({hide for one in runs for hide in one.hides}),
        by_arm=(),
        tiers_used=tiers_used,
        kinds=KINDS,
        strip={"width": WIDTH, "height": HEIGHT},
        script=markupsafe.Markup(source(SCRIPT)),
    )


def _run(one: Shown, prefix: str) -> _PageRun:
    view, judged = one.view, one.judged
    screen = first_screen(judged, view.first, prefix)
    claims = [(address(prefix, "claim", card.key), card) for card in view.cards]
    run = _PageRun(
        view=view,
        screen=screen,
        hides=hides_of(screen),
        code={code.arm: highlighted(without_pairs(code.text), code.language) for code in view.codes},
        grid=grid(judged, prefix),
        charts=size_charts(judged),
        memory=[memory_bars(level) for level in judged.levels],
        samples=[strips(drawn) for drawn in one.drawn],
        claims=claims,
        asked=[one for one in claims if one[1].answers],
    )
    there = {
        "changes": run.grid or run.charts or view.across,
        "why": any(level.evidence or level.causes for level in view.levels),
        "claims": run.claims,
        "figures": view.levels,
        "code": view.codes,
        "repeat": True,
        "samples": any(run.samples),
    }
    run.parts = [(title, address(prefix, name)) for name, title in PARTS.items() if there[name]]
    return run


def tiers_used(rows: Sequence[GridRow]) -> list[str]:
    """Return the tiers that any row of a grid has, in their order."""
    return [tier for tier in TIERS if any(tier in row.tiers for row in rows)]


def hides_of(screen: FirstScreen) -> list[tuple[int, int]]:
    """Return each chip, the languages' first, with each place of a value."""
    counts = [len(screen.languages), *(len(chip.values) for chip in screen.chips)]
    return [(chip, value) for chip, count in enumerate(counts) if count > 1 for value in range(count)]


def has_sizes(judged: JudgedRun) -> bool:
    """Tell if a run has charts over size."""
    return bool(cost_chart.groups(judged))


def size_charts(judged: JudgedRun) -> list[SizeChart]:
    """Return the charts over size of a run; none if it has no sizes."""
    return [chart for group in cost_chart.groups(judged) for chart in _charts(group, judged)]


def _charts(group: cost_chart.CostGroup, judged: JudgedRun) -> list[SizeChart]:
    """Return the time over size, and the ratio over it if that is to the method to use, as all ratios of the page."""
    over = group.title.removeprefix("cost ")
    told = f"lines for each method {over}; the tables have the figures"
    charts = [
        SizeChart(f"Time {over}", f"Time for each unit of work, as {told}.", _drawn(cost_chart.spec(group), group.sets))
    ]
    if {choice.use for answer in judged.answers for choice in answer.choices} == {group.baseline}:
        ratio = _drawn(cost_chart.ratio_spec(group), group.sets)
        charts.append(SizeChart(f"Ratio {over}", f"Times as long as {group.baseline}, as {told}.", ratio))
    return charts


def _drawn(spec: look.Spec, sets: look.Sets) -> dict[str, markupsafe.Markup]:
    import markupsafe

    return {name: markupsafe.Markup(within_page(spec, sets, width)) for name, width in _WIDTHS.items()}
