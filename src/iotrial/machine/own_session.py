"""A session of our own, so that the scheduler shares the CPU with other load without changing what is measured.

Where a writer and the reader of its pipe take turns on one CPU, the scheduler decides at each write who goes on, and a
third program in their scheduling group changes that: beside a busy loop of the same shell, readfile() to a pipe took
29 % less time of its own, and file_get_contents() none less. Linux makes a group of each session ("The autogroup
feature" in sched(7)), so a program of another session takes its share and leaves their turns as they were. Processes
that a control group has put into a group for its CPU controller are in that one instead.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from iotrial.machine.cgroup import ROOT
from iotrial.machine.orderly_end import ENDING

#: PR_SET_PDEATHSIG of Linux's <linux/prctl.h>.
_SET_DIE_WITH_PARENT = 1

_AUTOGROUP = Path("/proc/sys/kernel/sched_autogroup_enabled")


def sessions_are_groups(root: Path = ROOT, membership: Path = Path("/proc/self/cgroup")) -> bool:
    """True if a session is a scheduling group here: the system makes one of each, and no control group overrules it.

    root: where the system shows its control groups; membership: the file that tells those of this process.
    """
    try:
        lines = [line.split(":", 2) for line in membership.read_text().splitlines()]
    except OSError:
        return _has_groups()
    for _, controllers, path in (line for line in lines if len(line) > 2):
        if "cpu" in controllers.split(",") and path != "/":
            return False
        if not controllers and (root / "cgroup.controllers").is_file() and _has_cpu_group(root, path):
            return False
    return _has_groups()


def _has_cpu_group(root: Path, path: str) -> bool:
    """True if a control group of version 2, or one above it, has a share of the CPU of its own.

    It does if it may use the controller; only the topmost group of the system, which has no type, has no share.
    """
    own = root / path.lstrip("/")
    for folder in (own, *own.parents):
        if folder == root and not (root / "cgroup.type").exists():
            return False
        with contextlib.suppress(OSError):
            if "cpu" in (folder / "cgroup.controllers").read_text().split():
                return True
        if folder == root:
            return False
    return False


def go_on_in_own_session() -> int | None:
    """Go on in a child with a session of its own; return None in it, and in the parent how it ended.

    What the parent is asked for by signals it asks of the child: to end, to stop (Ctrl-Z), to go on. It ends as the
    child does, by the same signal if it was one, and the child ends if the parent is killed. Nothing happens where
    sessions are no scheduling groups, or where the session is our own already: then it returns None, too.
    """
    if not _has_groups() or os.getsid(0) == os.getpid():
        return None
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()  # or both would write what is waiting
    parent = os.getpid()
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, (*ENDING, signal.SIGTSTP))
    try:
        child = os.fork()
        if child == 0:
            _leave(parent)
        else:
            _pass_on(child)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
    return None if child == 0 else _end_of(child)


def _has_groups() -> bool:
    """True if the scheduler makes a group of each session."""
    try:
        return _AUTOGROUP.read_text().strip() == "1"
    except OSError:
        return False


def _leave(parent: int) -> None:
    """Leave the session, in the child; it gets input only if its parent has the terminal."""
    with contextlib.suppress(OSError):  # there is no terminal
        if os.tcgetpgrp(0) != os.getpgrp():
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.close(nothing)
    os.setsid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(128 + signal.SIGKILL)


def _pass_on(child: int) -> None:
    """Have signals passed on to the child, those that are not ignored."""

    def tell(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    def stop(number: int, frame: FrameType | None) -> None:
        tell(signal.SIGSTOP, frame)  # its process group has no parent in its session, so SIGTSTP would do nothing
        os.kill(os.getpid(), signal.SIGSTOP)
        tell(signal.SIGCONT, frame)

    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, tell)
    if signal.getsignal(signal.SIGTSTP) != signal.SIG_IGN:
        signal.signal(signal.SIGTSTP, stop)


def _end_of(child: int) -> int:
    """Wait for the child and return its exit code; end by the same signal if it was one."""
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code
