"""A claim as a card of a page: the sentence, what was found of it, and its verdict in words that need no glossary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.outcome import Verdict
from iotrial.report.claim_words import (
    apart_from_figures,
    article_line,
    figure_of,
    here,
    in_one_piece,
    published_code,
    sentence,
    sources_of,
    verdict_word,
)
from iotrial.report.layout import clean
from iotrial.report.times import listed

#: What a verdict on a claim means.
MEANS: Mapping[Verdict, str] = {
    "confirmed": "it is so here",
    "same direction": "it points that way; by how much is not settled",
    "same direction, larger": "it points that way, by more than was said",
    "same direction, smaller": "it points that way, by less than was said",
    "equal here": "here it makes no difference",
    "opposite here": "here it is the other way round",
    "only at": "it is so in some conditions, and not in others",
    "holds nowhere tested": "it is not so in any condition that was tried",
    "not seen here": "it never happened in all these tries, which does not show that it cannot",
    "artefact": "it is so only because of a fault of the benchmark",
    "open": "not settled: the figures allow for either",
    "not run": "nothing here measured it",
    "in the text": "whoever reads the article at its place sees it",
}

#: The same of a fault of a benchmark, where that is something else.
FAULT_MEANS: Mapping[Verdict, str] = {**MEANS, "confirmed": "the benchmark has this fault, as was measured"}

#: How reasons call a benchmark that is done right -> how people do.
MENDED = {
    "the benchmark with the fault mended is": "without the fault of the benchmark it is",
    "with the fault mended": "without the fault of the benchmark",
}


@dataclass(frozen=True)
class ClaimCard:
    """The sentence, the published figure, the figure found here, the verdict with its meaning, and why."""

    key: str
    says: str
    is_fault: bool
    answers: bool
    published: str
    here: str
    verdict: str
    means: str
    why: str


def claim_cards(rows: Sequence[JudgedClaim], names: Mapping[str, str] | None = None) -> list[ClaimCard]:
    """Return a card for each claim, what is wrong with the article last; names: how sentences name methods."""
    is_named = len(sources_of(rows)) > 1
    return [
        ClaimCard(
            clean(row.claim),
            sentence(row),
            row.fault,
            row.answers,
            clean(row.published or ""),
            _here(row, names or {}),
            verdict_word(row),
            (FAULT_MEANS if row.fault else MEANS)[row.verdict],
            _why(row, is_named),
        )
        for row in sorted(rows, key=lambda row: row.fault)
    ]


def _here(row: JudgedClaim, names: Mapping[str, str]) -> str:
    """The figure that decides, with the methods that it is of, and beside it that of published code that fails."""
    figure = figure_of(row, names)
    published = figure_of(row.as_published, names) if row.as_published else ""
    if figure and row.verdict == "not seen here":
        return f"{figure} records came to harm"
    return f"{figure}, and by the published code, which fails, {published}" if figure and published else figure


def _why(row: JudgedClaim, is_named: bool) -> str:
    """Say why it is so: what counts as published, what a fair benchmark says, and the sentence's place.

    is_named: the source is named with the place, since there are several.
    """
    parts = [part for part in (published_code(row), _in_plain_words(row.reason or "")) if part]
    if row.tolerance:
        parts.append(f"allowed: {clean(row.tolerance).removeprefix('none: ')}")
    if row.readers:
        parts.append(f"the bytes went to the {listed(list(map(clean, row.readers)))} reader")
    if row.fair and (figure := here(row.fair)):
        parts.append(f"{MENDED['with the fault mended']}: {in_one_piece(figure)}")
    return "; ".join([*parts, *apart_from_figures(row, article_line(row) if is_named else "in the article")])


def _in_plain_words(reason: str) -> str:
    told = clean(reason)
    for words, plain in MENDED.items():
        told = told.replace(words, plain)
    return told
