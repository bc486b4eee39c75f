"""The reasons for the ratios, on the terminal: a table of counters for each level, and a sentence for each arm."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from iotrial.judge.bounds import Factors
from iotrial.judge.explain_arm import PROFILED
from iotrial.judge.explained_run import ExplainedArm, ExplainedRun
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, paragraph, table
from iotrial.report.level_words import level_said
from iotrial.report.parts import Said, Table
from iotrial.report.profiles import profiles

#: The space between a figure and its unit in a sentence, at which no line ends.
_FIGURE = re.compile(r"(?<=\d) (?=(?:%|[nµm]?s)(?!\w))")


def show(explained: ExplainedRun, console: Console) -> None:
    """Print an explained run."""
    width = console.width
    lines = paragraph(f"{clean(explained.study)}: {clean(explained.question)}", width, 0, 2, "bold")
    lines += paragraph(f"run {clean(explained.run)}; figures are for one iteration", width, 0, 2, "dim")
    if not any(arm.source for arm in explained.arms):
        lines += paragraph(
            "system calls were not looked at in this run; iotrial run does, unless --no-evidence says not to",
            width,
            0,
            2,
        )
    everything = [arm.level for arm in explained.arms]
    for arms in by_level(explained):
        lines += [Text(), *_level(arms, everything, width)]
    if any(arm.cause in PROFILED for arm in explained.arms) and not any(arm.profile for arm in explained.arms):
        named = f"note: the functions that take this time: iotrial explain --profile {clean(explained.run)}"
        lines += [Text(), *paragraph(named, width, 0, 2, "dim")]
    emit(console, lines)


def evidence(arms: Sequence[ExplainedArm]) -> tuple[Table | None, list[Said]]:
    """Return the counters of arms at one level, and a sentence for each; and why calls are not known, if so."""
    shown = [arm for arm in arms if arm.iteration]
    reasons = dict.fromkeys(arm.reason for arm in arms if arm.reason)
    said = [Said(clean(arm.sentence)) for arm in arms]
    said += [Said(f"note: system calls were not traced: {clean(reason)}", "dim") for reason in reasons]
    return Table(_columns(shown)) if shown else None, said


def by_level(explained: ExplainedRun) -> list[list[ExplainedArm]]:
    """Return the arms of an explained run, level by level."""
    return [list(arms) for _, arms in groupby(explained.arms, key=lambda arm: sorted(arm.level.items()))]


def _level(arms: Sequence[ExplainedArm], everything: Sequence[Factors], width: int) -> list[Text]:
    counters, said = evidence(arms)
    lines = paragraph(level_said(arms[0].level, everything), width, 0, 2, "bold")
    lines += table(counters.columns, width) if counters else []
    for one in [*said, *profiles(arms)]:
        lines += paragraph(_FIGURE.sub("\N{NO-BREAK SPACE}", one.text), width, 2, 4, one.style)
    return lines


def _columns(arms: Sequence[ExplainedArm]) -> list[Column]:
    return [
        Column("method", [clean(arm.arm) for arm in arms], "left", folds=True),
        Column("ratio", [figures.ratio(arm.ratio) for arm in arms]),
        Column("calls", [_count(arm, "call_count") for arm in arms]),
        Column("read", [_size(arm, "read_bytes") for arm in arms], drop=3),
        Column("written", [_size(arm, "written_bytes") for arm in arms], drop=4),
        Column("device", [_read(arm) for arm in arms], drop=2),
        Column("user", [_time(arm, "user_ns") for arm in arms], drop=2),
        Column("system", [_time(arm, "system_ns") for arm in arms], drop=1),
        Column("gc", [_collecting(arm) for arm in arms], drop=2),
        Column("faults", [_count(arm, "minor_faults") for arm in arms], drop=5),
        Column("instructions", [_count(arm, "instructions") for arm in arms], drop=7),
        Column("waits", [_count(arm, "voluntary_switches") for arm in arms], drop=6),
    ]


def _count(arm: ExplainedArm, name: str) -> str:
    return figures.count(arm.iteration.get(name))


def _size(arm: ExplainedArm, name: str) -> str:
    return figures.size(arm.iteration.get(name))


def _read(arm: ExplainedArm) -> str:
    """Return the bytes that had to come from a device; empty for 0, which is not worth a column."""
    return _size(arm, "device_read_bytes") if arm.iteration.get("device_read_bytes") else ""


def _collecting(arm: ExplainedArm) -> str:
    """Return the time in which garbage was collected; empty for 0 and for runtimes that do not tell."""
    return _time(arm, "gc_ns") if arm.iteration.get("gc_ns") else ""


def _time(arm: ExplainedArm, name: str) -> str:
    return figures.time(arm.iteration.get(name))
