"""Claims on a terminal: article by article, what was published and what is found here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, paragraph, table
from iotrial.report.parts import Said, Table, said_lines

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
    tables = claim_tables(rows)
    for one in tables:
        lines += table(one.columns, width)
    for one in tables:
        lines += said_lines(one.below, width)
    return lines


def claim_tables(rows: Sequence[Row]) -> list[Table]:
    """Claims, and what is wrong with the article, each with the reasons below; none where there are none."""
    tables = []
    for title, chosen in (
        ("claim", [row for row in rows if not row["fault"]]),
        ("fault", [row for row in rows if row["fault"]]),
    ):
        told = [Said(f"{clean(row['claim'])}: {clean(row['reason'])}", "dim") for row in chosen if row["reason"]]
        if chosen and min(row["sessions"] for row in chosen) == 1:
            told.append(Said("one session: a verdict is settled by a second one (--again)", "dim"))
        if chosen:
            tables.append(Table(_columns(title, chosen), below=tuple(told)))
    return tables


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
