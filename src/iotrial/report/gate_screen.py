"""The words of a gate, the same on a terminal, as Markdown for a pull request, and as JUnit XML."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.ask.level_factors import level_name, named_as, varying
from iotrial.gate.decision import OVER_THE_MARGIN
from iotrial.gate.gate_result import GatedPair, GateResult
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, joined, paragraph, paragraphs, table
from iotrial.report.level_words import level_said
from iotrial.report.parts import Said, Table, gathered, table_lines
from iotrial.report.ratio_words import ratio
from iotrial.report.trust_line import within_said

STYLES = {"pass": "green", "regression": "red", "undecided": "yellow", "invalid": "magenta", "not": "dim"}

#: The same verdicts in the words of the screen.
WORD_STYLES = {"slower": "red", "faster": "green", "not": "yellow"}

#: A table has no more rows than this; the rest is under --details.
MOST_ROWS = 15
_MOST_NOTES = 4

#: The caution that stands beside a verdict on any screen: another guarantee is another choice.
CHANGED_GUARANTEES = "changed_guarantees"

#: The verdicts, in the order in which entries are listed.
ORDER = ("regression", "invalid", "undecided", "not measured", "pass")


def show(result: GateResult, console: Console, *, details: bool = False) -> None:
    """Print the answer, what became slower or may have, and how many did not; with details every method and level."""
    width = console.width
    lines = paragraph(headline(result), width, 0, 2, "bold")
    lines += paragraphs([_how_much(result), _how_sure(result)], width, hang=0)
    if details:
        lines += table_lines(gate_table(result), width)
    else:
        lines += _in_short(result, width)
    asked = f"asked: {title(result).removeprefix('gate ')}"
    emit(console, [*lines, Text(), *paragraphs([asked, *facts(result)], width, 0, 2, "dim")])


def _in_short(result: GateResult, width: int) -> list[Text]:
    """The entries that matter, a row each, and the rest counted."""
    rows = [row for row in listed(result) if _matters(result, row)]
    shown = rows[:MOST_ROWS]
    lines: list[Text] = []
    if shown:
        columns = [
            Column("call", [clean(row.called) for row in shown], "left", folds=True),
            Column("method", [clean(row.arm) for row in shown], "left", drop=1),
            Column("level", [_named(row, result.pairs) for row in shown], "left"),
            Column("new / old [low, high]", [figures.interval(row) for row in shown], "left"),
            Column("second session", [again(row) for row in shown], "left"),
            Column("it is", [_word(result, row) for row in shown], "left", styles=WORD_STYLES),
        ]
        lines += [Text(), *table(columns, width)]
    told = [f"{len(rows) - len(shown)} more: --details"] if len(rows) > len(shown) else []
    told += _counted(result, others=bool(rows))
    return lines + paragraphs(told, width, hang=0) + paragraphs(_notes(result, shown), width, style="dim")


def _matters(result: GateResult, row: GatedPair) -> bool:
    """True if an entry has a row of its own: it has a figure to look at, and is not as fast as before."""
    if row.verdict == "undecided":
        return row.low is not None
    return row.verdict in ("regression", "invalid") or _is_faster(result, row)


def _is_faster(result: GateResult, row: GatedPair) -> bool:
    return row.verdict == "pass" and row.high is not None and row.high < 1 / (1 + result.margin)


def _word(result: GateResult, row: GatedPair) -> str:
    word = {"regression": "slower", "undecided": "unclear", "invalid": "not valid"}.get(row.verdict, "faster")
    return word if row.changed or _is_unchanged(result) else f"{word}, same text"


def _is_unchanged(result: GateResult) -> bool:
    """True if no text differs: both are run by what is there today, so that nothing can have become slower."""
    return bool(result.pairs) and not any(row.changed for row in result.pairs)


def _counted(result: GateResult, *, others: bool) -> list[str]:
    """Count the entries that have no row."""
    even = sum(row.verdict == "pass" and not _is_faster(result, row) for row in result.pairs)
    few = sum(row.verdict == "undecided" and row.low is None for row in result.pairs)
    told = []
    if even:
        who = (
            f"{even} {'other' if even == 1 else 'others'}"
            if others or few
            else f"{'It' if even == 1 else f'All {even}'}"
        )
        told.append(f"{who} {'is' if even == 1 else 'are'} no slower than before.")
    if few:
        told.append(f"{few} had too few rounds for an answer.")
    missing = [row for row in result.pairs if row.verdict == "not measured"]
    reasons = Counter(clean(row.reason or "no reason is stored") for row in missing)
    return told + [f"{count} could not be measured: {reason}." for reason, count in reasons.items()]


def _notes(result: GateResult, shown: Sequence[GatedPair]) -> list[str]:
    """The reasons and cautions of the entries shown, and what else changed, in few lines."""
    told = [(row, row.reason) for row in shown if row.reason not in (None, OVER_THE_MARGIN)]
    told += [(row, one.text) for row in shown for one in row.cautions if one.code == CHANGED_GUARANTEES]
    lines = [*_by_text(told), *_besides(result)]
    more = [f"{len(lines) - _MOST_NOTES} more remarks: --details"] if len(lines) > _MOST_NOTES else []
    return [*lines[:_MOST_NOTES], *more]


def headline(result: GateResult) -> str:
    """Return the answer in a sentence; one before it says that no text has changed, if so."""
    if not _is_unchanged(result) or result.verdict == "not measured":
        return _found(result)
    methods = len({row.arm for row in result.pairs})
    whose = "the text of the method is" if methods == 1 else f"the texts of all {methods} methods are"
    return f"Unchanged: {whose} the same as before, and the same runtime ran both. {_found_of_the_same(result)}"


def _found_of_the_same(result: GateResult) -> str:
    """The times measured of texts that are the same: another time is none of theirs."""
    rows = [row for row in listed(result) if row.verdict == result.verdict]
    if result.verdict == "regression":
        takes = joined(f"{ratio(rows[0].ratio or 0.0)} times") + " as long"
        return f"Yet the new copy of {clean(rows[0].called)} takes {takes}, which its text cannot explain."
    if result.verdict == "undecided":
        within = joined(f"{result.margin * 100:g} %")
        return f"Their times are not shown to be the same within {within} yet: too few rounds, or too noisy ones."
    return _found(result)


def _found(result: GateResult) -> str:
    margin = joined(f"{result.margin * 100:g} %")
    rows = [row for row in listed(result) if row.verdict == result.verdict]
    several = f"{len(rows)} of {len(result.pairs)}"
    if result.verdict == "regression":
        worst = rows[0]
        name, takes = clean(worst.called), joined(f"{ratio(worst.ratio or 0.0)} times") + " as long as before"
        if len(rows) == 1:
            return f"{name} became slower: it takes {takes}."
        return f"{several} became slower, {name} the most: it takes {takes}."
    if result.verdict == "invalid":
        return f"No answer: {several} cannot be believed."
    if result.verdict == "undecided":
        changed = [row for row in rows if row.changed]
        if not changed and not _is_unchanged(result):
            are = (
                "one with the same text as before is"
                if len(rows) == 1
                else f"{len(rows)} with the same text as before are"
            )
            return f"Nothing that changed became slower by more than {margin}; {are} unclear."
        several = f"{len(changed)} of {len(result.pairs)}"
        return f"Cannot tell yet: {several} may have become slower by more than {margin}."
    if result.verdict != "pass":
        return "Nothing could be compared."
    if len(rows) == len(result.pairs):
        return f"Nothing became slower by more than {margin}."
    rest = f"{len(result.pairs) - len(rows)} could not be measured"
    return f"Nothing of the {len(rows)} that could be compared became slower by more than {margin}; {rest}."


def _how_much(result: GateResult) -> str:
    """Say how much slower anything that passes may be at the most."""
    bounds = [row.high for row in result.pairs if row.verdict == "pass" and row.high is not None]
    if result.verdict != "pass" or not bounds:
        return ""
    if max(bounds) > 1:
        most = joined(f"{math.ceil(100 * max(bounds)) / 100:.2f} times")  # a bound is never rounded down
        return f"None takes more than {most} as long as before."
    passed = [row for row in result.pairs if row.verdict == "pass"]
    return "Each became faster." if all(_is_faster(result, row) for row in passed) else "None takes longer than before."


def _how_sure(result: GateResult) -> str:
    rounds = sorted({row.rounds for row in result.pairs if row.rounds})
    if not rounds:
        return ""
    counted = joined(f"{rounds[0]} to {rounds[-1]} rounds" if len(rounds) > 1 else f"{rounds[0]} rounds")
    twice = ", and what is slower again in a second session" if result.verdict == "regression" else ""
    shares = [one.copies_differ_by for one in result.sessions if one.copies_differ_by is not None]
    word, copies = "", ""
    if shares:
        word = "not very, " if max(shares) > result.margin else "fairly, "
        copies = f"; the same text timed twice came out within {within_said(max(shares))}"
    return f"How sure: {word}old and new ran side by side in {counted}{twice}{copies}."


def gate_table(result: GateResult) -> Table:
    """Return a row for each method and level, the worst first, and the remarks below."""
    rows = listed(result)
    return Table(
        [
            Column("method", [clean(row.arm) for row in rows], "left", folds=True),
            Column("level", [_named(row, rows) for row in rows], "left"),
            Column("new / old [low, high]", [figures.interval(row) for row in rows], "left"),
            Column("second session", [again(row) for row in rows], "left"),
            Column("rounds", [str(row.rounds or "") for row in rows], drop=2),
            Column("text", ["changed" if row.changed else "same" for row in rows], "left", drop=1),
            Column("verdict", [row.verdict for row in rows], "left", styles=STYLES),
        ],
        below=tuple(Said(text, "dim") for text in remarks(result)),
    )


def title(result: GateResult) -> str:
    """Return the question, in a line."""
    against, margin = clean(result.against), joined(f"{result.margin * 100:g} %")
    return f"gate {clean(result.study)}: is anything slower than in {against} by more than {margin}?"


def facts(result: GateResult) -> list[str]:
    """Return the factors that all entries share, and the sessions, in a line each."""
    levels = [row.level for row in result.pairs]
    shared = {name: value for name, value in levels[0].items() if name not in varying(levels)} if levels else {}
    lines = [f"at {told}"] if (told := level_said(named_as(levels[0], shared))) else []
    for session in result.sessions:
        took = joined(f"{session.seconds:.0f} s") if session.seconds is not None else ""
        wrong = f", INVALID: {clean(session.invalid)}" if session.invalid else ""
        lines.append(f"run {clean(session.run)}, {took}, ended by {clean(session.stopped)}{wrong}")
    return lines


def listed(result: GateResult) -> list[GatedPair]:
    """Return the entries, the worst first."""
    return sorted(result.pairs, key=lambda row: (ORDER.index(row.verdict), -(row.ratio or 0.0)))


def answer(result: GateResult) -> str:
    """Return the verdict and the answer, for files and for the end of a pipeline's log."""
    return f"{result.verdict.upper()}: {headline(result)}"


def remarks(result: GateResult) -> list[str]:
    """Return reasons, cautions, other changes, and what could not be compared; each once, with the arms it concerns."""
    rows = listed(result)
    told = [
        (row, text) for row in rows for text in ([row.reason] if row.reason else [one.text for one in row.cautions])
    ]
    return [*_by_text(told), *_besides(result)]


def _by_text(told: Sequence[tuple[GatedPair, str | None]]) -> list[str]:
    found = gathered((clean(text), clean(row.arm)) for row, text in told)
    return [f"{', '.join(dict.fromkeys(arms))}: {text}" for text, arms in found.items()]


def _besides(result: GateResult) -> list[str]:
    """All else that has changed, and what could not be compared."""
    lines = [clean(text) for text in result.told]
    for names, when in ((result.only_old, "only before"), (result.only_new, "only now")):
        if names:
            lines.append(f"there {when}, so not compared: {', '.join(clean(name) for name in names)}")
    return lines


def again(row: GatedPair) -> str:
    """Return the figure of the second session, if there was one."""
    return figures.interval(row.second) if row.second else ""


def full_level(row: GatedPair) -> str:
    """Name a level by all factors that are not at their defaults."""
    return clean(level_name(row.level))


def _named(row: GatedPair, rows: Sequence[GatedPair]) -> str:
    """Name a level as people do, by what differs from those of other rows; "" if nothing does."""
    levels = [one.level for one in rows]
    return level_said(row.level, levels) if varying(levels) else ""
