"""Claims in one or two lines each: the verdict, the sentence, what was published and what is found here."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.report.claims import STYLES, article_line, article_outcome, here, in_one_piece, sentence, verdict_word
from iotrial.report.layout import clean, paragraph

#: A claim takes no more lines than this; what does not fit is cut at the end of its sentence.
MOST_LINES = 2

#: As wide as the widest verdict.
_VERDICT = 23


def claim_lines(rows: Sequence[JudgedClaim], width: int) -> list[Text]:
    """Return the claims of one article, what became of them first, then those of others, and what is wrong with it."""
    lines = paragraph(article_outcome(rows), width, 0, 2, "bold")
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
    return lines


def _lines(row: JudgedClaim, width: int) -> list[Text]:
    """`same direction, larger   A loop is slower. 1.48 times → 2.51 [2.51, 2.56]`."""
    figure = in_one_piece(" → ".join(text for text in (clean(row.published or ""), here(row)) if text))
    said = sentence(row)
    wrapped = _wrapped(said, figure, width)
    while len(wrapped) > MOST_LINES and " " in said:
        said = said.rpartition(" ")[0]
        wrapped = _wrapped(f"{said} …", figure, width)
    word = verdict_word(row)
    first = Text(f"  {word:<{_VERDICT}} ", style=STYLES.get(word, ""))
    indent = " " * (_VERDICT + 3)
    return [first + Text(wrapped[0].plain.lstrip()), *(Text(indent + line.plain.lstrip()) for line in wrapped[1:])]


def _wrapped(said: str, figure: str, width: int) -> list[Text]:
    text = f"{said}. {figure}" if figure else f"{said}."
    return paragraph(text.replace("….", "…"), width, _VERDICT + 3, 0)
