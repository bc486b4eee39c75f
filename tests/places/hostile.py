"""Another user of this machine, as tests meet one: a number, for names of users are not the same everywhere."""

from __future__ import annotations

import codecs
import ctypes
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

#: Nobody's number nearly everywhere, and never ours.
OTHER = 65534


def require_root() -> None:
    """Skip the test unless it may act as another user."""
    if os.geteuid() != 0:
        pytest.skip("only root can act as another user")


def give(path: Path) -> Path:
    """Let a path belong to the other user."""
    os.chown(path, OTHER, OTHER, follow_symlinks=False)
    return path


@contextmanager
def as_other(work: Callable[[], None]) -> Iterator[int]:
    """A process of the other user that does some work, for as long as this is open; its number.

    It is a fork, for another user need not be able to start our interpreter.
    """
    require_root()
    codecs.lookup("ascii")  # Python imports it when it is first used, and there the fork may not read it
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setgroups([])
            os.setresgid(OTHER, OTHER, OTHER)
            os.setresuid(OTHER, OTHER, OTHER)
            ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # PR_SET_DUMPABLE, or its own /proc were root's
            work()
            status = 0
        finally:
            os._exit(status)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def done_as_other(work: Callable[[], None]) -> bool:
    """Have the other user do some work to its end; whether no error came of it."""
    with as_other(work) as pid:
        state = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert state is not None
        return state.si_status == 0


@contextmanager
def immutable(path: Path) -> Iterator[None]:
    """A file that nobody can remove for as long as this is open; the test is skipped if there is no such thing."""
    require_root()
    done = subprocess.run(["chattr", "+i", path], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no file can be made immutable here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", path], check=True)
