"""The closing summary of several runs: a line each, and what was left open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from iotrial.report import figures
from iotrial.report.across import changes, effect_sentences
from iotrial.report.answer import run_answer
from iotrial.report.layout import clean, emit, joined, paragraph


def summarise(documents: Sequence[Mapping[str, Any]], console: Console) -> None:
    """Print one entry for each run: the study, its answer, and its figures on the side."""
    lines: list[Text] = []
    for document in documents:
        where = changes(document)[:1] if document["changes"]["winners"] else []
        said = " ".join([run_answer(document), *where, *effect_sentences(document)])
        lines += paragraph(f"{clean(document['study'])}: {said}", console.width, 0, 2, "bold")
        lines += paragraph(_side(document), console.width, 2, 2, "dim")
    emit(console, lines)


def _side(document: Mapping[str, Any]) -> str:
    """Time taken, noise floor, and how many arms have which fate."""
    arms = [arm for level in document["levels"] for arm in level["arms"] if arm["role"] != "baseline"]
    parts = [f"run {clean(document['run'])}"]
    if document["seconds"] is not None:
        parts.append(joined(f"{document['seconds']:.1f} s"))
    if document["placebo"]:
        parts.append("noise floor " + joined(figures.fine_interval(document["placebo"])))
    for verdict in ("faster", "slower", "equivalent", "undecided", "invalid"):
        if count := sum(arm["verdict"] == verdict for arm in arms):
            parts.append(joined(f"{count} {verdict}"))
    for status in ("disqualified", "failed", "skipped"):
        if count := sum(arm["status"] == status for arm in arms):
            parts.append(joined(f"{count} {status}"))
    if not document["complete"]:
        parts.append("not complete")
    return ", ".join([*parts, document["sessions"]])
