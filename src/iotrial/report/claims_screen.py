"""Claims on a terminal, a few lines each: the verdict, the sentence, what is found here and what was published."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.report.claim_words import (
    LONGEST_FIGURE,
    STYLES,
    article_line,
    article_outcome,
    by_source,
    claim_tables,
    found,
    readers_line,
    sentence,
    sources_of,
    summary,
    verdict_word,
)
from iotrial.report.layout import clean, emit, paragraph, table
from iotrial.report.parts import said_lines

#: A claim takes no more lines than this, if a reason can be cut; the whole of it is among the details.
MOST_LINES = 3

#: As wide as the widest verdict.
_VERDICT = 23


def show(rows: Sequence[JudgedClaim], console: Console, *, details: bool = False) -> None:
    """Print claims and faults of each article, a line or two each; with details a table each, the reasons below."""
    width = console.width
    lines: list[Text] = []
    for study in dict.fromkeys(row.study for row in rows):
        own = [row for row in rows if row.study == study]
        for one in [own] if details else by_source(own):
            lines += [*([Text()] if lines else []), *(_study(one, width) if details else claim_lines(one, width))]
    why = [] if details else paragraph("reasons, sessions and fair comparisons: --details", width, 0, 2, "dim")
    emit(console, [*lines, Text(), *paragraph(summary(rows), width, 0, 2, "bold"), *why])


def _study(rows: Sequence[JudgedClaim], width: int) -> list[Text]:
    first = rows[0]
    lines: list[Text] = []
    for source, address in sources_of(rows).items():
        lines += [*paragraph(source, width, 0, 2, "bold"), *_address(address, width)]
    lines += paragraph(f"study {clean(first.study)}, run {clean(first.run)}", width, 0, 2, "dim")
    tables = claim_tables(rows)
    for one in tables:
        lines += table(one.columns, width)
    for one in tables:
        lines += said_lines(one.below, width)
    return lines


def _address(address: str, width: int) -> list[Text]:
    return paragraph(address, width, 2, 2, "dim") if address else []


def claim_lines(rows: Sequence[JudgedClaim], width: int) -> list[Text]:
    """Return the claims of one article, a summary first, then those of others, and what is wrong with it."""
    lines = paragraph(article_outcome(rows), width, 0, 2, "bold") + _address(clean(rows[0].address or ""), width)
    told = [row for row in rows if not row.fault]
    for title, chosen in (
        ("", [row for row in told if row.by is None and not row.ours]),
        ("Said by others", [row for row in told if row.by is not None]),
        ("Sentences of ours", [row for row in told if row.ours]),
        (f"Faults of {article_line(rows[0])}", [row for row in rows if row.fault]),
    ):
        if title and chosen:
            lines += [Text(), *paragraph(title, width, 0, 2, "bold")]
        for row in chosen:
            lines += _lines(row, width)
    read = readers_line(rows)
    return [*lines, *(paragraph(read, width, 2, 2, "dim") if read else [])]


def _lines(row: JudgedClaim, width: int) -> list[Text]:
    """`same direction, larger   A loop is slower. 2.51 [2.51, 2.56] times here instead of 1.48.`."""
    figure, said = found(row), sentence(row, who=False)
    wrapped = _wrapped(said, figure, width)
    while len(wrapped) > MOST_LINES and " " in figure and len(figure) > LONGEST_FIGURE:
        figure = figure.rpartition(" ")[0]
        wrapped = _wrapped(said, f"{figure} …", width)
    word = verdict_word(row)
    first = Text(f"  {word:<{_VERDICT}} ", style=STYLES.get(word, ""))
    indent = " " * (_VERDICT + 3)
    return [first + Text(wrapped[0].plain.lstrip()), *(Text(indent + line.plain.lstrip()) for line in wrapped[1:])]


def _wrapped(said: str, figure: str, width: int) -> list[Text]:
    text = f"{said}. {figure}." if figure else f"{said}."
    return paragraph(text.replace("….", "…"), width, _VERDICT + 3, 0)
