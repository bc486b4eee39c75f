"""A run on the terminal: who is faster, by how much, how sure that is, and what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun, JudgedRuns
from iotrial.report import figures
from iotrial.report.across_levels_text import across
from iotrial.report.alike_texts import as_one, but_for_numbers
from iotrial.report.brief import brief, said_first
from iotrial.report.glance import glance
from iotrial.report.group_table import several
from iotrial.report.layout import GAP, clean, emit, joined, paragraph, paragraphs, table
from iotrial.report.level_answer import answer, run_answer
from iotrial.report.level_words import level_name, some_levels
from iotrial.report.memory_table import memory
from iotrial.report.observed import outcomes
from iotrial.report.parts import Said, gathered, said_lines, table_lines
from iotrial.report.ranking_table import (
    Notes,
    below_ranking,
    ranking,
    reason,
    undecided,
)
from iotrial.report.run_facts import DRAWN, drawn_words, runtimes_and_starts, spent_line, target_line
from iotrial.report.short_notes import advised
from iotrial.report.variant_table import variants
from iotrial.report.work_timed import work_below

#: With more levels than this, one table of ratios comes before the tables of the levels.
MOST_LEVELS = 2


def show(judged: JudgedRun | JudgedRuns, console: Console, *, details: bool = False, asked: str = "") -> None:
    """Print a run, or several, on a screen each; with `details` every table.

    asked: yes or no to the question of the study; "" if it is not known what would be which.
    """
    if isinstance(judged, JudgedRuns):
        for number, run in enumerate(judged.runs):
            if number:
                emit(console, [Text()])
            show(run, console, details=details)
        return
    width = console.width
    if not details:
        emit(console, brief(judged, width, asked))
        return
    lines = _head(judged, width) + (paragraph(asked, width, 2, 2, "bold") if asked else []) + said_first(judged, width)
    levels = judged.levels
    if not levels:
        lines += paragraph(run_answer(judged), width, style="bold")
    if len(levels) > MOST_LEVELS:
        lines += [*_overview(judged, width), *paragraph(run_answer(judged), width, style="bold")]
        lines += _not_measured(judged, levels, width)
    facts = [f"target {clean(target.target)}: {clean(target_line(target))}" for target in judged.targets]
    if told := runtimes_and_starts(judged):
        facts.append(f"measured with {clean('; '.join(told))}")
    if judged.spent is not None:
        facts.append(spent_line(judged.spent))
    lines += paragraphs(facts, width, 0, style="dim")
    for level in levels:
        lines += [Text(), *_level(judged, level, width)]
    if len(levels) > 1:
        lines += across(judged, width)
    notes = [f"note: {advised(caution.code, clean(caution.text))}" for caution in judged.cautions]
    emit(console, lines + paragraphs(notes, width, 0, style="dim"))


def _overview(judged: JudgedRun, width: int) -> list[Text]:
    """All levels at a glance; as several strips, one below the other, if they are too many for the width."""
    shown = glance(judged)
    first, *columns = shown.table().columns
    room = max(1, (width - 2 - first.width - GAP) // (max((column.width for column in columns), default=0) + GAP))
    lines: list[Text] = []
    for place in range(0, len(columns), room):
        lines += [Text(), *table([first, *columns[place : place + room]], width)]
    return lines + paragraph(shown.legend, width, 2, 2, "dim")


def _head(judged: JudgedRun, width: int) -> list[Text]:
    title = f"{clean(judged.study)}: {clean(judged.question)}"
    facts = [
        f"run {clean(judged.run)}",
        "quick" if judged.quick else "full",
        joined(f"{judged.seconds:.1f} s") if judged.seconds is not None else "",
        joined(f"margin {judged.margin * 100:g} %"),
        judged.sessions,
        "" if judged.complete else "not complete",
    ]
    lines = paragraph(title, width, 0, 2, "bold")
    lines += paragraph(", ".join(fact for fact in facts if fact), width, 0, 2, "dim")
    if words := drawn_words(judged):
        lines += paragraph(f"{DRAWN}: {words}", width, 0, 2, "dim")
    if judged.correlation is not None:
        lines += paragraph(f"correlation of neighbouring rounds: {judged.correlation:.2f}", width, 0, 2, "dim")
    if judged.invalid:
        lines += paragraph(f"INVALID: {clean(judged.invalid)}", width, 0, 2, "bold magenta")
    elif judged.placebo and len(judged.levels) > 1:
        floor = joined(figures.fine_interval(judged.placebo))
        lines += paragraph(f"noise floor over all levels: {floor}", width, 0, 2, "dim")
    return lines


def _level(judged: JudgedRun, level: JudgedLevel, width: int) -> list[Text]:
    """One level in full: table, rows without a rank, noise floor, answer, cautions."""
    notes = Notes()
    ranked = ranking(judged, level, notes)
    lines = paragraph(level_name(judged, level), width, 0, 2, "bold")
    lines += table(ranked.columns, width) if ranked else []
    for part in (variants(level), several(level, judged.work_unit), memory(level)):
        lines += table_lines(part, width)
    looked_at = outcomes(level)
    lines += table(looked_at.columns, width) if looked_at else []
    lines += said_lines([*below_ranking(level), *work_below(judged, level), Said(answer(level), "bold")], width)
    for caution in level.cautions:
        notes.number(caution)
    return lines + said_lines(undecided(level), width) + _notes(notes, width)


def _notes(notes: Notes, width: int) -> list[Text]:
    lines: list[Text] = []
    for number, text in enumerate(notes.texts(), 1):
        mark = f"{number}.\N{NO-BREAK SPACE}"
        lines += paragraph(f"{mark}{text}", width, 2, len(mark), "dim")
    return lines


def _not_measured(judged: JudgedRun, levels: Sequence[JudgedLevel], width: int) -> list[Text]:
    """Levels and arms that were not measured, each reason once, for arms with the levels it holds for."""
    lines = paragraphs(dict.fromkeys(_skipped(judged, level) for level in levels if level.status == "skipped"), width)
    levels = [level for level in levels if level.status != "skipped"]
    reasons = gathered(
        ((clean(arm.arm), arm.status, but_for_numbers(reason(arm))), (level, reason(arm)))
        for level in levels
        for arm in level.not_measured
    )
    for (name, status, _), found in reasons.items():
        at = "" if len(found) == len(levels) else f" at {some_levels(judged, [level.level for level, _ in found])}"
        lines += paragraph(f"{name} {status}{at}: {as_one([why for _, why in found])}", width, 2, 2)
    return lines


def _skipped(judged: JudgedRun, level: JudgedLevel) -> str:
    return f"{level_name(judged, level)} skipped: {clean(level.reason or 'no reason is stored')}"
