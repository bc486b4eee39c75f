"""Claims on a terminal: article by article, what was published and what is found here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, paragraph, table

Row = Mapping[str, Any]

STYLES = {
    "holds": "green",
    "reversed": "red",
    "no": "cyan",
    "depends": "yellow",
    "artefact": "magenta",
    "undecided": "yellow",
    "quoted": "dim",
}


def show(rows: Sequence[Row], console: Console) -> None:
    """Print claims and faults of each article, a table each, with the reasons below."""
    width = console.width
    lines: list[Text] = []
    for study in dict.fromkeys(row["study"] for row in rows):
        own = [row for row in rows if row["study"] == study]
        lines += [*([Text()] if lines else []), *_article(own, width)]
    emit(console, lines)


def _article(rows: Sequence[Row], width: int) -> list[Text]:
    first = rows[0]
    by = ", ".join(clean(first[key]) for key in ("author", "date") if first[key])
    lines = paragraph(f"{clean(first['article'])}{f' ({by})' if by else ''}", width, 0, 2, "bold")
    lines += paragraph(f"study {clean(first['study'])}, run {clean(first['run'])}", width, 0, 2, "dim")
    for title, chosen in (
        ("claim", [row for row in rows if not row["fault"]]),
        ("fault", [row for row in rows if row["fault"]]),
    ):
        if chosen:
            lines += table(_columns(title, chosen), width)
    for row in rows:
        if row["reason"]:
            lines += paragraph(f"{clean(row['claim'])}: {clean(row['reason'])}", width, 2, 2, "dim")
    sessions = min(row["sessions"] for row in rows)
    if sessions == 1:
        lines += paragraph("one session: a verdict is settled by a second one (--again)", width, 2, 2, "dim")
    return lines


def _columns(title: str, rows: Sequence[Row]) -> list[Column]:
    return [
        Column(title, [clean(row["claim"]) for row in rows], "left"),
        Column("verdict", [row["verdict"] for row in rows], "left", styles=STYLES),
        Column("published", [clean(row["published"] or "") for row in rows], "left"),
        Column("here [low, high]", [_here(row) for row in rows], "left"),
        Column("says", [clean(row["says"]) for row in rows], "left", folds=True),
    ]


def _here(row: Row) -> str:
    """The figure that decides: words where there are any, else the ratio with its interval."""
    if row["said"]:
        return clean(row["said"])
    if row["measured"] is None:
        return ""
    return figures.interval({"ratio": row["measured"], "low": row["low"], "high": row["high"]})
