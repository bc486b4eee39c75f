"""What a method of the same user can change of a process is seen, undone and named, and no strange signal ends it."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.machine.own_limits import OwnLimits, strange_signals_ignored

OOM = Path("/proc/self/oom_score_adj")


def lowered(number: int) -> Callable[[], None]:
    _, hard = resource.getrlimit(number)
    return lambda: resource.setrlimit(number, (20, hard))


def raise_score() -> None:
    OOM.write_text(str(int(OOM.read_text()) + 1))


#: What is changed, and how; each of them as another process of the same user does it.
CHANGES: dict[str, Callable[[], None]] = {
    "limit of nofile": lowered(resource.RLIMIT_NOFILE),
    "limit of core": lowered(resource.RLIMIT_CORE),
    "limit of stack": lowered(resource.RLIMIT_STACK),
    "niceness": lambda: os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + 1),
    "oom_score_adj": raise_score,
}


def in_a_child(work: Callable[[], bool]) -> bool:
    """Do something in a process of its own, which may stay as it is; return if it was well."""
    if not (child := os.fork()):
        os._exit(0 if work() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can set a niceness back")
def test_what_is_changed_is_named_and_set_back() -> None:
    wrong = []
    for name, change in CHANGES.items():

        def is_named(name: str = name, change: Callable[[], None] = change) -> bool:
            own = OwnLimits()
            if own.restored() is not None:
                return False
            change()
            return own.restored() == name and own.restored() is None

        if not in_a_child(is_named):
            wrong.append(name)
    assert wrong == []


def may_raise_limits() -> bool:
    """Return if a hard limit of ours that was lowered can be raised again, as a privileged user may."""

    def is_raised() -> bool:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, soft))
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):
            return False
        return True

    return in_a_child(is_raised)


def test_a_limit_that_is_lowered_for_good_is_named_once_and_told_if_less_is_left() -> None:
    def after(soft: int, hard: int) -> tuple[str | None, str | None, str | None]:
        own = OwnLimits()
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return own.restored(), own.lost, own.restored()

    def is_told() -> bool:
        if os.geteuid() == 0:
            os.setresuid(65534, 65534, 65534)  # root may raise it again
        resource.setrlimit(resource.RLIMIT_FSIZE, (100 << 20, 200 << 20))
        enough = after(20 << 20, 150 << 20) == ("limit of fsize", None, None)
        is_back = resource.getrlimit(resource.RLIMIT_FSIZE) == (100 << 20, 150 << 20)
        return enough and is_back and after(20 << 20, 20 << 20) == ("limit of fsize", "the limit of fsize", None)

    assert in_a_child(is_told)


def test_a_strange_signal_ends_nothing_and_is_given_to_nobody() -> None:
    def is_there_after_it() -> bool:
        with strange_signals_ignored():
            for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGPROF, signal.SIGIO):
                os.kill(os.getpid(), number)
        return signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL

    assert in_a_child(is_there_after_it)
