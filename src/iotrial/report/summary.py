"""The last screen of several runs: what to use for each, what became of each article, and how to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from iotrial.analysis.judged_run import JudgedRun
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.report.brief import said_first
from iotrial.report.claims import article_outcome
from iotrial.report.layout import clean, emit, paragraph

#: A study takes no more lines than this, so that five of them fit a screen.
MOST_LINES = 6


def summarise(
    runs: Sequence[JudgedRun], console: Console, claims: Mapping[str, Sequence[JudgedClaim]] | None = None
) -> None:
    """Print what each run says to use, and what became of the claims of its article.

    claims: run -> the claims of its study.
    """
    width = console.width
    lines = paragraph("What to use, as measured here", width, 0, 2, "bold")
    for judged in runs:
        lines += [Text(), *paragraph(f"{clean(judged.study)}: {clean(judged.question)}", width, 0, 2, "bold")]
        lines += said_first(judged, width)[:MOST_LINES]
        if told := (claims or {}).get(judged.run):
            lines += paragraph(article_outcome(told), width, 2, 2, "dim")
    emit(console, [*lines, Text(), *_next(runs, claims or {}, width)])


def _next(runs: Sequence[JudgedRun], claims: Mapping[str, Sequence[JudgedClaim]], width: int) -> list[Text]:
    """A word on how sure it is, and three commands to go on with."""
    claimed = next((judged for judged in runs if claims.get(judged.run)), None)
    typed = [("every table of a run", f"iotrial show {clean(runs[-1].run)} --details")]
    if claimed is not None:
        quick = " --quick" if claimed.quick else ""
        typed.append(("an article, claim by claim", f"iotrial claims {clean(claimed.study)}{quick}"))
    typed.append(("a page for others", "iotrial report last -o page.html"))
    sure = "One session each: repeat it on another day before you build on it. To go on:"
    longest = max(len(what) for what, _ in typed)
    return [*paragraph(sure, width, 0, 2), *(Text(f"  {what:<{longest}}  {command}") for what, command in typed)]
