"""The words of a gate, the same on a terminal, as Markdown for a pull request, and as JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.analysis.across import varying
from iotrial.gate.gate_result import GatedPair, GateResult
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, joined, paragraph
from iotrial.report.parts import Said, Table, table_lines
from iotrial.study.model import level_name

STYLES = {"pass": "green", "regression": "red", "undecided": "yellow", "invalid": "magenta", "not": "dim"}

#: The verdicts, in the order in which entries are listed.
ORDER = ("regression", "invalid", "undecided", "not measured", "pass")


def show(result: GateResult, console: Console) -> None:
    """Print a table of all methods and levels, the remarks, and the answer."""
    width = console.width
    lines = paragraph(title(result), width, 0, 2, "bold")
    for text in facts(result):
        lines += paragraph(text, width, 0, 2, "dim")
    lines += table_lines(gate_table(result), width)
    lines += [Text(), *paragraph(answer(result), width, 0, 2, "bold")]
    emit(console, lines)


def gate_table(result: GateResult) -> Table:
    """Return a row for each method and level, the worst first, and the remarks below."""
    rows = listed(result)
    return Table(
        [
            Column("method", [clean(row.arm) for row in rows], "left", folds=True),
            Column("level", [_named(row, varying([one.level for one in rows])) for row in rows], "left"),
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
    lines = [f"at {clean(level_name(shared))}"] if shared else []
    for session in result.sessions:
        took = joined(f"{session.seconds:.0f} s") if session.seconds is not None else ""
        wrong = f", INVALID: {clean(session.invalid)}" if session.invalid else ""
        lines.append(f"run {clean(session.run)}, {took}, ended by {clean(session.stopped)}{wrong}")
    return lines


def listed(result: GateResult) -> list[GatedPair]:
    """Return the entries, the worst first."""
    return sorted(result.pairs, key=lambda row: (ORDER.index(row.verdict), -(row.ratio or 0.0)))


def answer(result: GateResult) -> str:
    """Return the verdict in a sentence."""
    margin = joined(f"{result.margin * 100:g} %")
    counts = {verdict: [row for row in result.pairs if row.verdict == verdict] for verdict in ORDER}
    several = {verdict: f"{len(rows)} of {len(result.pairs)}" for verdict, rows in counts.items()}
    if result.verdict == "regression":
        return f"REGRESSION: {several['regression']} slower than before by more than {margin}, in two sessions."
    if result.verdict == "invalid":
        return f"INVALID: {several['invalid']} cannot be believed, so nothing is passed."
    if result.verdict == "undecided":
        return f"UNDECIDED: {several['undecided']} may have become slower by more than {margin}, or not."
    if result.verdict == "pass":
        return f"PASS: {several['pass']} not slower than before by more than {margin}."
    return "NOT MEASURED: nothing could be compared."


def remarks(result: GateResult) -> list[str]:
    """Return reasons, cautions, other changes, and what could not be compared; each once, with the arms it concerns."""
    found: dict[str, list[str]] = {}
    for row in listed(result):
        said = [row.reason] if row.reason else [caution.text for caution in row.cautions]
        for text in said:
            found.setdefault(clean(text), []).append(clean(row.arm))
    lines = [f"{', '.join(dict.fromkeys(arms))}: {text}" for text, arms in found.items()]
    lines += [clean(text) for text in result.told]
    for names, when in ((result.only_old, "only before"), (result.only_new, "only now")):
        if names:
            lines.append(f"there {when}, so not compared: {', '.join(clean(name) for name in names)}")
    return lines


def again(row: GatedPair) -> str:
    """Return the figure of the second session, if there was one."""
    return figures.interval(row.second) if row.second else ""


def full_level(row: GatedPair) -> str:
    """Name a level by all factors that do not go without saying."""
    return clean(level_name(row.level))


def _named(row: GatedPair, names: Sequence[str]) -> str:
    """Name a level by some factors."""
    return " ".join(f"{clean(name)}={clean(row.level.get(name, ''))}" for name in names)
