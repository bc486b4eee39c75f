"""The second table of a level with several writers or clients at once: how long each waits, and how evenly they share.

A narrow terminal loses columns in this order: memory of all, p90, the longest run, p50, the longest wait for the lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined, paragraph, table

Row = Mapping[str, Any]


def several(level: Row, width: int) -> list[Text]:
    """The table, and why a wait for the lock is not known; nothing for a level with one worker."""
    arms = [arm for arm in level["arms"] if arm["several"] and arm["several"]["p50_ns"] is not None]
    if not arms:
        return []
    arms.sort(key=lambda arm: (arm["role"] != "baseline", arm["several"]["p99_ns"]))
    shown = [arm["several"] for arm in arms]
    columns = [
        Column("at once", [clean(arm["arm"]) for arm in arms], "left", folds=True),
        Column("p50", [figures.time(one["p50_ns"]) for one in shown], drop=4),
        Column("p90", [figures.time(one["p90_ns"]) for one in shown], drop=6),
        Column("p99", [figures.time(one["p99_ns"]) for one in shown]),
        Column("longest", [figures.time(one["longest_ns"]) for one in shown]),
        Column("stall", [figures.time(one["stall_ns"]) for one in shown]),
        *_arrivals(shown),
        *_locks(shown),
        *_shares(shown),
        Column("memory", [figures.size(one["all_bytes"]) for one in shown], drop=7),
    ]
    lines = [Text(), *table(columns, width)]
    reasons = dict.fromkeys(one["lock_wait"]["reason"] for one in shown if one["lock_wait"]["reason"])
    for reason in reasons:
        lines += paragraph(f"how long they wait for the lock is not known: {clean(reason)}", width, 2, 2, "dim")
    return lines + _astray(arms, width) + _kept(shown, width)


def _arrivals(shown: Sequence[Row]) -> list[Column]:
    """Whether they keep up with what arrives; nothing where one piece of work follows the other."""
    shares = [one["served_share"] for one in shown]
    if all(share is None for share in shares):
        return []
    return [Column("served", ["" if share is None else f"{share:.1%}" for share in shares])]


def _locks(shown: Sequence[Row]) -> list[Column]:
    """How long a call for the lock takes; nothing where no method takes one."""
    if not any(one["lock_wait"]["count"] for one in shown):
        return []
    waits = [one["lock_wait"] for one in shown]
    return [
        Column("lock p99", [_wait(one, "p99_ns") for one in waits], drop=2),
        Column("lock longest", [_wait(one, "longest_ns") for one in waits], drop=3),
    ]


def _wait(wait: Row, name: str) -> str:
    return "no lock" if wait["count"] == 0 else figures.time(wait[name])


def _shares(shown: Sequence[Row]) -> list[Column]:
    """How evenly records of several writers follow each other; nothing for clients, who share no file."""
    if all(one["longest_run"] is None for one in shown):
        return []
    fairness = ["" if one["fairness"] is None else f"{one['fairness']:.2f}" for one in shown]
    return [
        Column("fairness", fairness, drop=1),
        Column("in a row", [figures.count(one["longest_run"]) for one in shown], drop=5),
    ]


def _astray(arms: Sequence[Row], width: int) -> list[Text]:
    """Who goes on writing to a log that was moved away."""
    lines: list[Text] = []
    for arm in arms:
        records = arm["several"]["records"]
        if records and records["astray"]:
            share = joined(f"{records['astray']:,} of {records['handed']:,} records")
            text = f"{clean(arm['arm'])} wrote {share} to a log that had been cut off before"
            lines += paragraph(text, width, 2, 2)
    return lines


def _kept(shown: Sequence[Row], width: int) -> list[Text]:
    """How many records were counted, and that none of them came to harm."""
    handed = sum(one["records"]["handed"] for one in shown if one["records"])
    if not handed:
        return []
    text = f"{joined(f'{handed:,}')} records of these arms were counted: none lost, torn, interleaved or doubled"
    return paragraph(text, width, 2, 2, "dim")
