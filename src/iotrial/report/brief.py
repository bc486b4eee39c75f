"""A run on one screen: what to use, how the methods compare, how sure that is, and where the rest is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.across_levels_text import effect_sentences
from iotrial.report.glance import glance
from iotrial.report.group_table import several
from iotrial.report.layout import GAP, Column, clean, evenly, fits, joined, paragraph, paragraphs, table
from iotrial.report.left_out import left_out
from iotrial.report.level_answer import answer, names, run_answer
from iotrial.report.level_words import condition, level_name
from iotrial.report.memory_table import growth
from iotrial.report.method_lines import method_lines
from iotrial.report.method_rows import method_blocks, uncovered
from iotrial.report.observed import outcomes
from iotrial.report.parts import Said, gathered, said_lines
from iotrial.report.ranking_table import timed, verdict
from iotrial.report.repeat_commands import going_on
from iotrial.report.short_notes import company, short_note
from iotrial.report.times import begin
from iotrial.report.trust_line import trust_line
from iotrial.report.what_to_use import sentences_to_use
from iotrial.report.work_timed import share_shown, work_said

#: A table has no more rows than this; the rest is under --details.
MOST_ROWS = 14

#: With more levels than this they are the columns of one table.
MOST_TABLES = 2

#: The longest bar.
BAR = 20

_MOST_EFFECTS = 2

#: The answer for a language takes no more lines than this on a terminal of the usual width.
MOST_LINES = 6
USUAL_WIDTH = 80

_MORE = joined("(More: --details.)")

#: Verdict -> its word beside those of the marks.
WORDS = {"equivalent": "as good", "undecided": "unclear"}

_AGAIN = "Measure again when the machine is quieter."


def brief(judged: JudgedRun, width: int, asked: str = "") -> list[Text]:
    """Return the lines of the screen; asked: yes or no to the question, which comes first."""
    lines = paragraph(f"{clean(judged.study)}: {clean(judged.question)}", width, 0, 2, "bold")
    if judged.invalid:
        lines += paragraph(f"INVALID, no verdict holds: {clean(judged.invalid)}", width, 2, 2, "bold magenta")
    lines += paragraph(asked, width, 2, 2, "bold") if asked else []
    lines += said_first(judged, width, most=MOST_LINES)
    blocks = [] if judged.invalid else method_blocks(judged)
    lines += method_lines(judged, blocks, width)
    measured = uncovered(judged, blocks)
    if len(measured) > MOST_TABLES:
        lines += _over_levels(judged, measured, width)
    else:
        for level in measured:
            lines += _level(judged, level, width)
    lines += _below(judged, width)
    for level in judged.levels:
        if level.status == "observed":
            lines += _observed(judged, level, width)
    lines += _memory(judged, width)
    return [*lines, *left_out(judged, width), *_foot(judged, width)]


def said_first(judged: JudgedRun, width: int, most: int | None = None) -> list[Text]:
    """Return what to use, for each language in `most` lines at the most; the outcome of a run that compares nothing."""
    # The line above it says why a run is invalid.
    texts = [["No answer.", _AGAIN]] if judged.invalid else first_sentences(judged)
    return paragraphs([_that_fit(sentences, width, most) for sentences in texts], width)


def _that_fit(sentences: Sequence[str], width: int, most: int | None) -> str:
    """The first sentences that `most` lines hold; a terminal narrower than usual has the same ones in more lines."""
    whole = " ".join(sentences)
    if most is None or len(paragraph(whole, max(width, USUAL_WIDTH), 2, 2)) <= most:
        return whole
    kept = list(sentences)
    while len(kept) > 1:
        kept.pop()
        text = f"{' '.join(kept)} {_MORE}"
        if len(paragraph(text, max(width, USUAL_WIDTH), 2, 2)) <= most:
            break
    return f"{' '.join(kept)} {_MORE}"


def first_sentences(judged: JudgedRun) -> list[list[str]]:
    """Return the same sentence by sentence, a list for each paragraph."""
    if judged.invalid:
        return [[f"No answer: {clean(judged.invalid)}.", _AGAIN]]
    return sentences_to_use(judged) or [[run_answer(judged)]]


def _level(judged: JudgedRun, level: JudgedLevel, width: int) -> list[Text]:
    """One level: a row for each method, its time as a bar."""
    arms = timed(level)
    shown = arms[:MOST_ROWS]
    if not shown:
        return [Text(), *paragraph(f"{level_name(judged, level)}: {answer(level)}", width, 2, 2)]
    longest = max(arm.median_ns or 0.0 for arm in shown)
    share = share_shown(judged, level)
    columns = [
        Column("method", [clean(arm.arm) for arm in shown], "left", folds=True),
        Column("time", [figures.time(arm.median_ns and arm.median_ns * share) for arm in shown]),
        Column("ratio [low, high]", [figures.interval(arm) for arm in shown], "left"),
        Column("verdict", [WORDS.get(verdict(arm), verdict(arm)) for arm in shown], "left", styles=figures.STYLES),
    ]
    notes = Column("note", [short_note(level, arm) for arm in shown], "left")
    beside = any(notes.cells) and fits([*columns, notes], width)
    columns += [notes] if beside else []
    columns.insert(2, Column("", [_bar(arm, longest) for arm in shown], "left", drop=1))
    lines = [Text(), *paragraph(level_name(judged, level), width, 2, 2, "dim"), *table(columns, width)]
    if not beside:
        lines += _notes_below(columns[0].cells, notes.cells, width)
    if len(arms) > len(shown):
        lines += paragraph(f"{len(arms) - len(shown)} more methods: --details", width, 2, 2, "dim")
    if level.invalid:
        lines += paragraph(f"invalid, no verdict holds here: {clean(level.invalid)}", width, 2, 2, "magenta")
    return lines + paragraphs([work_said(judged, [level])], width, style="dim")


def _below(judged: JudgedRun, width: int) -> list[Text]:
    """The rest of levels with an answer, which no row tells: other programs on the CPU, several at once, effects."""
    levels = [level for level in judged.levels if level.status == "measured"]
    lines = paragraphs(dict.fromkeys(map(company, levels)), width, style="yellow")
    names = varying_factors(judged)
    for level in levels:
        if at_once := several(level, judged.work_unit, in_words=True):
            where = begin(condition(judged, level.level, names)) if len(levels) > 1 else ""
            told = [Said(": ".join(filter(None, [where, said.text]))) for said in at_once.below if not said.style]
            lines += said_lines(told, width)
    return lines + (_effects(judged, width) if len(levels) > MOST_TABLES else [])


def _notes_below(arms: Sequence[str], notes: Sequence[str], width: int) -> list[Text]:
    """The notes that have no room beside their rows, each once."""
    by_note = gathered((note, arm) for arm, note in zip(arms, notes, strict=True) if note)
    return paragraphs([f"{names(named)}: {note}" for note, named in by_note.items()], width, style="dim")


def _bar(arm: JudgedArm, longest: float) -> str:
    return "█" * max(1, round(BAR * (arm.median_ns or 0.0) / longest)) if longest else ""


def _over_levels(judged: JudgedRun, levels: Sequence[JudgedLevel], width: int) -> list[Text]:
    """Many levels: a row for each method, a column for each level, or for some of them if not all fit."""
    shown = glance(judged, levels, MOST_ROWS)
    first, *columns = shown.table().columns
    widest = max(column.width for column in columns) + GAP
    room = max(2, (width - 2 - first.width - GAP) // widest)
    chosen = [columns[place] for place in evenly(len(columns), room)]
    lines = [Text(), *table([first, *chosen], width)]
    legend = shown.legend
    if len(chosen) < len(columns):
        legend += f"; {len(chosen)} of {len(columns)} levels are shown, all of them with --details"
    hidden = len({arm.arm for level in levels for arm in timed(level)}) - MOST_ROWS
    if hidden > 0:
        legend += f"; {hidden} more methods with --details"
    return lines + paragraph(legend, width, 2, 2, "dim")


def _observed(judged: JudgedRun, level: JudgedLevel, width: int) -> list[Text]:
    shown = outcomes(level)
    head = paragraph(level_name(judged, level), width, 2, 2, "dim")
    return [Text(), *head, *(table(shown.columns, width) if shown else [])]


def _effects(judged: JudgedRun, width: int) -> list[Text]:
    """The effect of another value of a factor, in a sentence; sizes are told by the columns."""
    told = [text for text in effect_sentences(judged, sizes=False) if text]
    return paragraphs(told[:_MOST_EFFECTS], width)


def _memory(judged: JudgedRun, width: int) -> list[Text]:
    """The methods that hold more memory the more there is to do."""
    told = [said.text for one in growth(judged) for said in one.below if said.style == "bold"]
    return paragraphs(told[:_MOST_EFFECTS], width)


def _foot(judged: JudgedRun, width: int) -> list[Text]:
    """The last lines: how far to trust it, and where the rest is."""
    took = joined(f"{judged.seconds:.0f} s") if judged.seconds is not None else "still going"
    command = joined(f"iotrial show {clean(judged.run)} --details")  # in one piece, to be copied
    more = f"run {clean(judged.run)}, {took}; all figures: {command}"
    return paragraphs(list(filter(None, [trust_line(judged), going_on(judged), more])), width, style="dim")
