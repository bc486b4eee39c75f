"""Why arms compare as they do, on the terminal: a table of counters for each level, and a sentence for each arm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.text import Text

from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, paragraph, table
from iotrial.study.model import level_name

Row = Mapping[str, Any]


def show(document: Row, console: Console) -> None:
    """Print a document of `evidence.document`."""
    width = console.width
    lines = paragraph(f"{clean(document['study'])}: {clean(document['question'])}", width, 0, 2, "bold")
    lines += paragraph(f"run {clean(document['run'])}; figures are for one iteration", width, 0, 2, "dim")
    if not any(arm["source"] for arm in document["arms"]):
        lines += paragraph("system calls were not looked at; the run was made with --no-evidence", width, 0, 2)
    for _, arms in groupby(document["arms"], key=lambda arm: sorted(arm["level"].items())):
        lines += [Text(), *_level(list(arms), width)]
    emit(console, lines)


def _level(arms: Sequence[Row], width: int) -> list[Text]:
    lines = paragraph(clean(level_name(arms[0]["level"])), width, 0, 2, "bold")
    shown = [arm for arm in arms if arm["iteration"]]
    if shown:
        lines += table(_columns(shown), width)
    for arm in arms:
        lines += paragraph(clean(arm["sentence"]), width, 2, 4)
    for reason in dict.fromkeys(arm["reason"] for arm in arms if arm["reason"]):
        lines += paragraph(f"note: system calls were not traced: {clean(reason)}", width, 2, 4, "dim")
    return lines


def _columns(arms: Sequence[Row]) -> list[Column]:
    return [
        Column("arm", [clean(arm["arm"]) for arm in arms], "left", folds=True),
        Column("ratio", [figures.ratio(arm["ratio"]) for arm in arms]),
        Column("calls", [_count(arm, "call_count") for arm in arms]),
        Column("read", [_size(arm, "read_bytes") for arm in arms], drop=3),
        Column("written", [_size(arm, "written_bytes") for arm in arms], drop=4),
        Column("device", [_read(arm) for arm in arms], drop=2),
        Column("user", [_time(arm, "user_ns") for arm in arms], drop=2),
        Column("system", [_time(arm, "system_ns") for arm in arms], drop=1),
        Column("faults", [_count(arm, "minor_faults") for arm in arms], drop=5),
        Column("waits", [_count(arm, "voluntary_switches") for arm in arms], drop=6),
    ]


def _count(arm: Row, name: str) -> str:
    return figures.count(arm["iteration"].get(name))


def _size(arm: Row, name: str) -> str:
    return figures.size(arm["iteration"].get(name))


def _read(arm: Row) -> str:
    """What had to come from a device; nothing is not worth a column."""
    return _size(arm, "device_read_bytes") if arm["iteration"].get("device_read_bytes") else ""


def _time(arm: Row, name: str) -> str:
    return figures.time(arm["iteration"].get(name))
