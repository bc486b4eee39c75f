"""The second table of a level with several writers or clients at once, or with servers: how long each waits, and how
evenly they share.

A narrow terminal loses columns in this order: memory of all, p90, the longest run, p50, the rate, the longest wait for
the lock. Sentences below the table say the same: which methods keep up, how a lock is shared, how much memory all take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_group import JudgedGroup
from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined
from iotrial.report.parts import Said, Table
from iotrial.store.record import LockWait


@dataclass(frozen=True)
class Member:
    """An arm with several workers at once, and its figures."""

    arm: JudgedArm
    group: JudgedGroup
    name: str

    @property
    def p99_ns(self) -> float:
        """The 99th percentile, which every arm in the table has."""
        return self.group.p99_ns or 0.0


def several(level: JudgedLevel, unit: str, *, in_words: bool = False) -> Table | None:
    """Return the table, and why the wait for the lock is not known, if so; None for a level with one worker.

    in_words: sentences call methods as people do, for a screen whose rows do so.
    """
    members = [
        Member(arm, arm.several, arm.called if in_words else arm.arm)
        for arm in level.arms
        if arm.several and arm.several.p50_ns is not None
    ]
    if not members:
        return None
    members.sort(key=lambda one: (one.arm.record.role != "baseline", one.p99_ns))
    shown = [one.group for one in members]
    columns = [
        Column("at once", [clean(one.arm.arm) for one in members], "left", folds=True),
        *_requests(members),
        Column("rate", [figures.rate(one.arm.throughput_per_second, unit) for one in members], drop=4),
        Column("p50", [figures.time(one.p50_ns) for one in shown], drop=5),
        Column("p90", [figures.time(one.p90_ns) for one in shown], drop=7),
        Column("p99", [figures.time(one.p99_ns) for one in shown]),
        Column("longest", [figures.time(one.longest_ns) for one in shown]),
        *(
            [Column("stall", [figures.time(one.stall_ns) for one in shown])]
            if any(one.stall_ns for one in shown)
            else []
        ),
        *_arrivals(shown),
        *_locks(members),
        *_shares(shown),
        *_held(shown),
        Column("memory", [figures.size(one.arm.record.all_bytes) for one in members], drop=8),
    ]
    reasons = dict.fromkeys(reason for one in members if (reason := one.arm.record.lock_wait.reason))
    unknown = [Said(f"how long they wait for the lock is not known: {clean(reason)}", "dim") for reason in reasons]
    sentences = (_kept_up(level, members), _lock(members), _together(level, members), *_astray(members))
    told = [Said(text) for text in sentences if text]
    return Table(columns, below=(*unknown, *told, *_kept(members), *_clocks(shown)))


def _requests(members: Sequence[Member]) -> list[Column]:
    """Return the column of requests per second; none if the arms are no servers, or if requests come at a rate."""
    rates = [1e9 / one.arm.median_ns if one.arm.median_ns else None for one in members]
    if not all(one.group.requests and one.arm.throughput_per_second is not None for one in members):
        return []
    return [Column("requests", [figures.rate(rate, "requests") for rate in rates])]


def _held(shown: Sequence[JudgedGroup]) -> list[Column]:
    """Return the column of how long a request holds a process of the program; none if no server says."""
    if all(one.held_ns is None for one in shown):
        return []
    return [Column("held", ["" if one.held_ns is None else figures.time(one.held_ns) for one in shown], drop=3)]


def _arrivals(shown: Sequence[JudgedGroup]) -> list[Column]:
    """Return the column that says if they keep up with what arrives; none if one piece of work follows the other."""
    served = [one.served for one in shown]
    if not any(served):
        return []
    return [Column("served", ["" if one is None else f"{one.share:.1%}" for one in served])]


def _locks(members: Sequence[Member]) -> list[Column]:
    """Return the columns of how long a call for the lock takes; none if no method takes one."""
    waits = [one.arm.record.lock_wait for one in members]
    if not any(one.count for one in waits):
        return []
    return [
        Column("lock p99", [_wait(one, one.p99_ns) for one in waits], drop=2),
        Column("lock longest", [_wait(one, one.longest_ns) for one in waits], drop=3),
    ]


def _wait(wait: LockWait, ns: int | None) -> str:
    return "no lock" if wait.count == 0 else figures.time(ns)


def _shares(shown: Sequence[JudgedGroup]) -> list[Column]:
    """Return the columns of how evenly records of several writers mix; none for clients, who share no file."""
    if all(one.longest_run is None for one in shown):
        return []
    fairness = ["" if one.fairness is None else f"{one.fairness:.2f}" for one in shown]
    return [
        Column("fairness", fairness, drop=1),
        Column("in a row", [figures.count(one.longest_run) for one in shown], drop=6),
    ]


def _kept_up(level: JudgedLevel, members: Sequence[Member]) -> str:
    """Say which methods keep up with what arrives, and how long they take; nothing if one piece follows the other."""
    timed = [(one, one.group.served) for one in members if one.group.served]
    if not timed:
        return ""
    arrival = clean(level.level.get("arrival", "what arrives"))
    late, unclear, kept = (
        [one for one, served in timed if served.keeps_up is verdict] for verdict in (False, None, True)
    )
    text = f"These cannot keep up with {arrival}; done in time: {_by_arm(late)}. " if late else ""
    if unclear:
        text += f"It is unclear if these keep up with {arrival}: {_by_arm(unclear)}. "
    if not kept:
        return text.rstrip()
    kept.sort(key=lambda one: one.p99_ns)
    who = "The others keep" if late or unclear else "All keep"
    within = _range([(one, one.p99_ns) for one in kept], figures.time)
    done = "records 99 are written" if any(one.arm.record.records for one in kept) else "pieces of work 99 are done"
    return text + f"{who} up with {arrival}; of a hundred {done} within {within}."


def _by_arm(members: Sequence[Member]) -> str:
    """List shares done in time: `40.0% by x/a, 71.2% by x/b`."""
    shares = [(one.group.served.share, one.name) for one in members if one.group.served]
    return ", ".join(f"{joined(f'{share:.1%}')} by {clean(name)}" for share, name in shares)


def _lock(members: Sequence[Member]) -> str:
    """Say how a lock is shared, and how long a writer waits for it, method by method."""
    told = []
    for one in members:
        group, locks = one.group, one.arm.record.lock_wait
        if locks.count and group.fairness is not None:
            wait = joined(f"up to {figures.time(locks.longest_ns)}")
            count = figures.count(group.longest_run)
            run = joined(f"{count} record{'' if count == '1' else 's'}")
            told.append(f"{clean(one.name)}: {wait}, and {run} of one writer in a row (evenness {group.fairness:.2f})")
    if not told:
        return ""
    return f"The longest wait for the lock, and how evenly the writers share it (1 is even): {'; '.join(told)}."


def _together(level: JudgedLevel, members: Sequence[Member]) -> str:
    """Say how much memory several clients take together."""
    sized = [(one, one.arm.record.all_bytes) for one in members if one.arm.record.all_bytes]
    sized.sort(key=lambda entry: entry[1])
    if level.level.get("clients", 1) == 1 or len(sized) < 2:
        return ""
    clients = clean(level.level["clients"])
    return f"The memory of {clients} clients together is {_range(sized, figures.size)}."


def _range(sized: Sequence[tuple[Member, float]], figure: Callable[[float], str]) -> str:
    """Return a range such as `11.2 µs (x/a) to 23.1 µs (y/b)`, of arms in the order of the figure."""
    least, most = (f"{joined(figure(value))} ({clean(one.name)})" for one, value in (sized[0], sized[-1]))
    return f"{least} to {most}" if len(sized) > 1 else least


def _astray(members: Sequence[Member]) -> list[str]:
    """Name the methods that go on writing to a log that was moved away."""
    told: list[str] = []
    for one in members:
        records = one.arm.record.records
        if records and records.astray:
            share = joined(f"{records.astray:,} of {records.handed:,} records")
            told.append(f"{clean(one.name)} wrote {share} to a log that had already been rotated away")
    return told


def _clocks(shown: Sequence[JudgedGroup]) -> list[Said]:
    """Say how well the clocks of other hosts were known; nothing if all writers worked on one machine."""
    errors_ns = [one.clock_error_ns for one in shown if one.clock_error_ns is not None]
    if not errors_ns:
        return []
    return [Said(f"the clocks of the writers' hosts were known to within {figures.time(max(errors_ns))}", "dim")]


def _kept(members: Sequence[Member]) -> list[Said]:
    """Say how many records were counted, and that none of them came to harm."""
    handed = sum(one.arm.record.records.handed for one in members if one.arm.record.records)
    if not handed:
        return []
    counted = joined(f"{handed:,}")
    return [Said(f"{counted} records of these arms were counted: none lost, torn, interleaved or doubled", "dim")]
