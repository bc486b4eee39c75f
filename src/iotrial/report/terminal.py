"""A run on the terminal: who is faster, by how much, how sure that is, and what speaks against it.

A narrow terminal loses columns in this order: system calls, what the runtime took from the system, throughput,
CPU time, the runtime's own peak, peak memory, share of the limit. Names fold; figures are never cut or parted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from iotrial.cautions import advice
from iotrial.report import figures
from iotrial.report.across import across
from iotrial.report.answer import answer, run_answer
from iotrial.report.compact import overview
from iotrial.report.layout import Column, clean, emit, joined, paragraph, table
from iotrial.report.memory import growth, memory
from iotrial.report.observed import outcomes
from iotrial.report.several import several
from iotrial.report.targets import target_line
from iotrial.report.variants import variants
from iotrial.results.export import varying_factors
from iotrial.study.model import said

#: With more levels than this, one table of ratios comes first and the tables of the levels only on request.
MOST_FULL_LEVELS = 2

#: More rounds than this are not worth naming.
MOST_ROUNDS_TOLD = 10_000

#: The folder of an arm's own files, which was made for the run and is gone.
_OWN_FOLDER = re.compile(r"[^\s()'\"]*/iotrial-[0-9a-f]{8}/level-\d+/arm-\d+/")

Row = Mapping[str, Any]


class Notes:
    """Cautions in the order in which they are met, each numbered once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, caution: Row) -> int:
        """The caution's number."""
        return self._numbers.setdefault((caution["code"], clean(caution["text"])), len(self._numbers) + 1)

    def lines(self, width: int) -> list[Text]:
        """All of them, with what can be done; the advice of a kind is given once."""
        lines: list[Text] = []
        advised: set[str] = set()
        for (code, text), number in self._numbers.items():
            hint = advice(code) if code not in advised else None
            advised.add(code)
            mark = f"{number}.\N{NO-BREAK SPACE}"
            lines += paragraph(f"{mark}{text}" + (f"; {hint}" if hint else ""), width, 2, len(mark), "dim")
        return lines


def show(document: Row, console: Console, *, details: bool = False) -> None:
    """Print a document of `results.judge`, or several in `runs`; with `details` every level's own table."""
    if "runs" in document:
        for number, run in enumerate(document["runs"]):
            if number:
                emit(console, [Text()])
            show(run, console, details=details)
        return
    width = console.width
    lines = _head(document, width)
    levels = document["levels"]
    many = len(levels) > MOST_FULL_LEVELS
    if not levels:
        lines += paragraph(run_answer(document), width, style="bold")
    if many:
        lines += [Text(), *overview(document, width), *paragraph(run_answer(document), width, style="bold")]
        lines += _not_measured(document, levels, width)
    if details:
        for target in document["targets"]:
            lines += paragraph(f"target {clean(target['target'])}: {clean(target_line(target))}", width, 0, 2, "dim")
    if details or not many:
        for level in levels:
            lines += [Text(), *_level(document, level, width)]
    elif many:
        for level in levels:
            if level["status"] == "observed":
                lines += [Text(), *_level(document, level, width)]
        lines += _gathered(levels, width)
    if len(levels) > 1:
        lines += across(document, width, details=details)
        lines += growth(document, width, details=details)
    for caution in document["cautions"]:
        hint = advice(caution["code"])
        text = clean(caution["text"]) + (f"; {hint}" if hint else "")
        lines += paragraph(f"note: {text}", width, 0, 2, "dim")
    emit(console, lines)


def level_name(document: Row, level: Row) -> str:
    """The level by the factors that vary; where none does, by all that do not go without saying."""
    chosen = varying_factors(document) or said(level["level"])
    return " ".join(f"{clean(name)}={clean(level['level'].get(name, ''))}" for name in chosen)


def _head(document: Row, width: int) -> list[Text]:
    title = f"{clean(document['study'])}: {clean(document['question'])}"
    facts = [
        f"run {clean(document['run'])}",
        "quick" if document["quick"] else "full",
        joined(f"{document['seconds']:.1f} s") if document["seconds"] is not None else "",
        joined(f"margin {document['margin'] * 100:g} %"),
        document["sessions"],
        "" if document["complete"] else "not complete",
    ]
    lines = paragraph(title, width, 0, 2, "bold")
    lines += paragraph(", ".join(fact for fact in facts if fact), width, 0, 2, "dim")
    if document["invalid"]:
        lines += paragraph(f"INVALID: {clean(document['invalid'])}", width, 0, 2, "bold magenta")
    elif document["placebo"] and len(document["levels"]) > 1:
        floor = joined(figures.fine_interval(document["placebo"]))
        lines += paragraph(f"noise floor over all levels: {floor}", width, 0, 2, "dim")
    return lines


def _level(document: Row, level: Row, width: int) -> list[Text]:
    """One level in full: table, rows without a rank, noise floor, answer, cautions."""
    notes = Notes()
    timed = [arm for arm in level["arms"] if arm["status"] == "measured" and arm["median_ns"] is not None]
    timed.sort(key=lambda arm: (arm["role"] != "baseline", arm["ratio"] is None, arm["ratio"] or 0.0, arm["arm"]))
    lines = paragraph(level_name(document, level), width, 0, 2, "bold")
    if timed:
        lines += table(_columns(timed, document["work_unit"], notes), width)
    lines += variants(level, width)
    lines += several(level, document["work_unit"], width)
    lines += memory(level, width)
    lines += outcomes(level, width)
    lines += _unranked(level, width)
    lines += _noise_floor(level, notes, width)
    lines += paragraph(answer(level), width, style="bold")
    for caution in level["cautions"]:
        notes.number(caution)
    return lines + _undecided(timed, width) + notes.lines(width)


def _columns(arms: Sequence[Row], unit: str, notes: Notes) -> list[Column]:
    marks = [",".join(str(notes.number(caution)) for caution in arm["cautions"]) for arm in arms]
    return [
        Column("arm", [clean(arm["arm"]) for arm in arms], "left", folds=True),
        Column("time", [figures.time(arm["median_ns"]) for arm in arms]),
        Column("ratio [low, high]", [figures.interval(arm) for arm in arms], "left"),
        Column("verdict", [_verdict(arm) for arm in arms], "left", styles=figures.STYLES),
        Column("of limit", [figures.share(arm.get("limit_share")) for arm in arms], drop=1),
        Column(
            "rate", ["" if arm["several"] else figures.rate(arm["throughput_per_second"], unit) for arm in arms], drop=5
        ),
        Column("CPU", [figures.time(arm["cpu_ns"]) for arm in arms], drop=4),
        Column("calls", [figures.count(arm["call_count"]) for arm in arms], drop=7),
        Column("peak", [figures.size(arm["peak_bytes"]) for arm in arms], drop=2),
        Column("runtime's", [figures.size(arm["runtime_peak_bytes"]) for arm in arms], drop=3),
        Column("it took", [figures.size(arm["runtime_peak_real_bytes"]) for arm in arms], drop=6),
        Column("note", marks, "left"),
    ]


def _verdict(arm: Row) -> str:
    if arm["role"] == "baseline":
        return "baseline"
    return arm["verdict"] or "not ranked"


def _unranked(level: Row, width: int) -> list[Text]:
    """The arms that were not measured or failed their check, each with its reason and the time that it has."""
    lines: list[Text] = []
    if level["status"] == "skipped":
        return lines  # its answer says why, for all of them
    for arm in level["arms"]:
        if arm["status"] != "measured" and not arm["outcome"]:
            time = f" ({joined(figures.time(arm['median_ns']))})" if arm["median_ns"] is not None else ""
            lines += paragraph(f"{clean(arm['arm'])}{time} {arm['status']}: {_reason(arm)}", width, 2, 2)
    return lines


def _noise_floor(level: Row, notes: Notes, width: int) -> list[Text]:
    placebo = level["placebo"]
    if not placebo or placebo["ratio"] is None:
        return []
    floor = joined(figures.fine_interval(placebo))
    return paragraph(f"noise floor: a second {clean(placebo['arm'])} came out at {floor}", width, 2, 2, "dim")


def _undecided(arms: Sequence[Row], width: int) -> list[Text]:
    """What an undecided arm lacks."""
    lines: list[Text] = []
    for arm in arms:
        if arm["verdict"] == "undecided":
            parts = ["differs, perhaps by less than the margin"] if arm["differs_within_margin"] else []
            if arm["needed_rounds"]:
                parts.append(_needed(arm["needed_rounds"]))
            if parts:
                lines += paragraph(f"{clean(arm['arm'])} undecided: {'; '.join(parts)}", width, 2, 2, "dim")
    return lines


def _needed(rounds: int) -> str:
    if rounds > MOST_ROUNDS_TOLD:
        return "so near the margin that no number of rounds within reach would decide it"
    return f"{rounds:,} rounds in all would decide it"


def _not_measured(document: Row, levels: Sequence[Row], width: int) -> list[Text]:
    """Levels and arms that were not measured, each reason once, for arms with the number of levels it holds for."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    lines: list[Text] = []
    for text in dict.fromkeys(_skipped(document, level) for level in levels if level["status"] == "skipped"):
        lines += paragraph(text, width, 2, 2)
    levels = [level for level in levels if level["status"] != "skipped"]
    for level in levels:
        for arm in level["arms"]:
            if arm["status"] != "measured" and not arm["outcome"]:
                reason = _reason(arm)
                key = (clean(arm["arm"]), arm["status"], re.sub(r"\d+", "0", reason))  # alike but for a number
                reasons.setdefault(key, []).append(reason)
    for (arm, status, _), found in reasons.items():
        where = "" if len(found) == len(levels) else f" at {len(found)} of {len(levels)} levels"
        lines += paragraph(f"{arm} {status}{where}: {found[0]}", width, 2, 2)
    return lines


def _reason(arm: Row) -> str:
    """Why an arm is not measured, its files named from its own folder on."""
    return _OWN_FOLDER.sub("", clean(arm["reason"] or "no reason is stored"))


def _skipped(document: Row, level: Row) -> str:
    return f"{level_name(document, level)} skipped: {clean(level['reason'] or 'no reason is stored')}"


def _gathered(levels: Sequence[Row], width: int) -> list[Text]:
    """How often each kind of caution came up; the figures are in the details."""
    counts: dict[str, int] = {}
    for level in levels:
        for caution in [*level["cautions"], *(caution for arm in level["arms"] for caution in arm["cautions"])]:
            counts[caution["code"]] = counts.get(caution["code"], 0) + 1
    if not counts:
        return paragraph("the tables of the levels: --details", width, style="dim")
    listed = ", ".join(f"{clean(code)} {count}" for code, count in sorted(counts.items()))
    return paragraph(
        f"cautions: {listed}; with their figures, and the tables of the levels: --details", width, 2, 2, "dim"
    )
