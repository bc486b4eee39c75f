"""The locks of a traced worker: what it wrote without one, and how often it took one."""

from __future__ import annotations

import fcntl
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from iotrial.probes.opened import Before, OpenFiles
from iotrial.probes.trace import Call, calls_in_words

#: Commands of fcntl() that lock a part of a file or give it back: for a process, and for an open file.
SETTING = frozenset((6, 7, 37, 38))

#: The word in which strace prints what fcntl() is asked for.
_KIND = "{l_type="


@dataclass(frozen=True)
class Locked:
    """Times that a lock was taken that kept others out, and writes of the work without any."""

    taken: int = 0
    writes_without: int = 0


def locked(lines: Iterable[str], beside: Collection[int], before: Before | None = None) -> Locked:
    """Count locks and the writes without one, in lines as `synced` takes them."""
    files = OpenFiles(before or Before(), beside)
    held: set[int] = set()  # descriptors
    taken = without = 0
    for call in calls_in_words(lines):
        if call.gave is None or call.gave < 0:
            continue
        files.follow(call)
        number = files.written_by(call)
        if (keeps := _keeps(call)) is not None and (first := call.number(0)) is not None:
            taken += keeps and first not in held
            held = held | {first} if keeps else held - {first}
        elif call.name == "close":
            held.discard(call.number(0) or 0)
        elif number is not None:
            file = files.of(number)
            without += files.is_work(file) and not any(files.of(one) is file for one in held)
    return Locked(taken, without)


def _keeps(call: Call) -> bool | None:
    """True if a call takes a lock that keeps others out, or gives back what it had; None if it does neither."""
    if call.name == "flock":
        return bool((call.number(1) or 0) & fcntl.LOCK_EX)
    if call.name == "fcntl" and call.number(1) in SETTING and len(call.words) > 2 and call.words[2].startswith(_KIND):
        return call.words[2].removeprefix(_KIND) in ("0x1", "1")
    return None
