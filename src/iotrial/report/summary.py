"""The closing summary of several runs: a line each, and what was left open."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.analysis.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.across import changes, effect_sentences
from iotrial.report.answer import run_answer
from iotrial.report.layout import clean, emit, joined, paragraph


def summarise(runs: Sequence[JudgedRun], console: Console) -> None:
    """Print one entry for each run: the study, its answer, and its figures on the side."""
    lines: list[Text] = []
    for judged in runs:
        where = changes(judged)[:1] if judged.changes.winners else []
        said = " ".join([run_answer(judged), *where, *effect_sentences(judged)])
        lines += paragraph(f"{clean(judged.study)}: {said}", console.width, 0, 2, "bold")
        lines += paragraph(_side(judged), console.width, 2, 2, "dim")
    emit(console, lines)


def _side(judged: JudgedRun) -> str:
    """Time taken, noise floor, and how many arms have which fate."""
    arms = [arm for level in judged.levels for arm in level.arms if arm.role != "baseline"]
    parts = [f"run {clean(judged.run)}"]
    if judged.seconds is not None:
        parts.append(joined(f"{judged.seconds:.1f} s"))
    if judged.placebo:
        parts.append("noise floor " + joined(figures.fine_interval(judged.placebo)))
    for verdict in ("faster", "slower", "equivalent", "undecided", "invalid"):
        if count := sum(arm.verdict == verdict for arm in arms):
            parts.append(joined(f"{count} {verdict}"))
    for status in ("disqualified", "failed", "skipped"):
        if count := sum(arm.status == status for arm in arms):
            parts.append(joined(f"{count} {status}"))
    if not judged.complete:
        parts.append("not complete")
    return ", ".join([*parts, judged.sessions])
