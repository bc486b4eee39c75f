"""Processes that a method started and left behind: found and ended, even if they tried to get away.

Every worker has a mark in its environment, which its descendants inherit. This process adopts each of them that loses
its parent (Linux's "child subreaper"), so that a child in a session of its own, or the child of a child, comes here
when its worker ends. What a killed run left is found by its mark alone, among all processes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

#: The variable in which a worker has its mark: the workplace of its run, the number of those who started it, and that
#: of its arm, with slashes between.
VARIABLE = "IOTRIAL_WORK"

#: PR_SET_CHILD_SUBREAPER of Linux's <linux/prctl.h>.
_SET_CHILD_SUBREAPER = 36

#: The longest that leftovers are chased which go on making others.
CHASE_S = 2.0
PAUSE_S = 0.005

#: Looks at the environment of a child that seems to have none.
TRIES = 5


@dataclass(frozen=True)
class Leftover:
    """A process that was left behind: its number, and the number of the arm it came of (None: not known)."""

    pid: int
    arm: int | None


def mark(workplace: str, arm: int) -> dict[str, str]:
    """The variable of a worker of an arm, in a workplace of that name, or in a part of it."""
    return {VARIABLE: f"{workplace}/{arm:03d}"}


def adopt() -> bool:
    """Have orphans of this process's descendants come to it from now on; return if the system does that."""
    with contextlib.suppress(AttributeError, OSError):
        return bool(ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    return False


def end_leftovers(workplace: str | None, known: Collection[int]) -> list[Leftover]:
    """End children of this process that were left behind in a workplace or a part of it; return those that ran.

    known: children that belong here. workplace None: whoever is not known was left behind, which is true at the end of
    a session only, when nothing else that iotrial starts is there.
    """
    ended: dict[int, Leftover] = {}
    end = time.monotonic() + CHASE_S
    while True:
        found = [pid for pid in children() if pid not in known]
        leftovers = [leftover for pid in found if (leftover := _leftover(pid, workplace)) is not None]
        if not leftovers or time.monotonic() > end:
            return list(ended.values())
        for leftover in leftovers:
            if not has_ended(leftover.pid):
                ended.setdefault(leftover.pid, leftover)
        _end([leftover.pid for leftover in leftovers])
        for leftover in leftovers:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(leftover.pid, os.WNOHANG)
        time.sleep(PAUSE_S)


def end_marked(workplace: str) -> list[Leftover]:
    """End every process on this machine that has the mark of a workplace, or of a part of it; return them."""
    ended: dict[int, Leftover] = {}
    end = time.monotonic() + CHASE_S
    while (found := [leftover for pid in psutil.pids() if (leftover := _marked(pid, workplace)) is not None]) and (
        time.monotonic() < end
    ):
        ended.update({leftover.pid: leftover for leftover in found})
        _end([leftover.pid for leftover in found])
        time.sleep(PAUSE_S)
    return list(ended.values())


def children() -> list[int]:
    """The children of this process, those of all its threads."""
    try:
        texts = [path.read_text() for path in Path("/proc/self/task").glob("*/children")]
    except OSError:
        texts = []
    if texts:
        return [int(pid) for text in texts for pid in text.split()]
    return [child.pid for child in psutil.Process().children()]


def _end(pids: Iterable[int]) -> None:
    """Stop all first, so that none of them makes another, then kill."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)


def _leftover(pid: int, workplace: str | None) -> Leftover | None:
    """The leftover that a child is; None if it belongs here."""
    value = _value(pid)
    for _ in range(TRIES):
        if value or not _is_between_programs(pid):
            break
        time.sleep(PAUSE_S)
        value = _value(pid)
    if workplace is not None and not value.startswith(f"{workplace}/"):
        return None
    return Leftover(pid, _arm_in(value))


def _marked(pid: int, workplace: str) -> Leftover | None:
    """The leftover that any process is; None if it is this one, or has no mark of the workplace."""
    value = _value(pid) if pid != os.getpid() else ""
    return Leftover(pid, _arm_in(value)) if value.startswith(f"{workplace}/") else None


def _arm_in(value: str) -> int | None:
    number = value.rpartition("/")[2]
    return int(number) if number.isdecimal() else None


def _value(pid: int) -> str:
    """The mark of a process; "" if it has none, or none that we may read."""
    try:
        words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    sign = f"{VARIABLE}=".encode()
    return next((word.removeprefix(sign) for word in words if word.startswith(sign)), b"").decode("ascii", "replace")


def _is_between_programs(pid: int) -> bool:
    """True if a process is becoming another program: it has no environment for a moment."""
    try:
        return not Path(f"/proc/{pid}/environ").read_bytes() and not has_ended(pid)
    except OSError:
        return False


def has_ended(pid: int) -> bool:
    """True if a process has ended, whether or not anybody has noticed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] in "ZX"
    except (OSError, IndexError):
        return True
