"""The clocks of another process as we read them from outside: ours around it, and what the system says of its CPU."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from typing import NamedTuple

#: The kind of a process's clock, in the number that names one: CPU time by the scheduler's account.
_PROCESS_CPU = 2

#: Accounts that are held open beside that of the thread that works; of more threads, most are asleep.
MOST_THREADS = 16


class Passed(NamedTuple):
    """Time that passed over a request to a process, ns: by our monotonic clock; of the thread that works on a CPU; of
    its threads waiting for one that was busy; and our own waiting. None: the system does not tell.
    """

    outside_ns: int
    outside_cpu_ns: int | None
    outside_queue_ns: int | None
    own_queue_ns: int | None

    @property
    def active_ns(self) -> int:
        """The time less all waiting for a CPU, as far as it is known."""
        return self.outside_ns - (self.outside_queue_ns or 0) - (self.own_queue_ns or 0)


class OutsideClock:
    """Readings around requests to a process. It holds a file open for each of its threads until it is closed."""

    def __init__(self, pid: int) -> None:
        """Open the system's account of a process, that of its first thread, and of this thread."""
        self._pid = pid
        self._files = [_opened(f"/proc/{pid}/schedstat"), _opened("/proc/thread-self/schedstat")]
        #: Those of the other threads: a runtime may move the work to one of them, and there it waits, too.
        self._others: list[int | None] = []
        self._before: tuple[int, tuple[int, int] | None, tuple[int, int] | None] = (0, None, None)
        self._others_before_ns = 0

    def follow(self, thread: int, threads: Sequence[int]) -> None:
        """Read the accounts of the thread of the process that works, and of all its threads."""
        others = [other for other in threads if other != thread][:MOST_THREADS]
        for file in self._others:
            if file is not None:
                os.close(file)
        self._others = [_opened(f"/proc/{self._pid}/task/{other}/schedstat") for other in others]
        if thread != self._pid and (file := _opened(f"/proc/{self._pid}/task/{thread}/schedstat")) is not None:
            if self._files[0] is not None:
                os.close(self._files[0])
            self._files[0] = file

    def start(self) -> None:
        """Read all clocks; ours comes last."""
        self._others_before_ns = self._others_queued_ns()
        its, own = (_read(file) for file in self._files)
        self._before = (time.monotonic_ns(), its, own)

    def passed(self) -> Passed:
        """Return what has passed since the start; ours is read first."""
        now_ns = time.monotonic_ns()
        began_ns, its_before, own_before = self._before
        its, own = (_read(file) for file in self._files)
        if its is None or own is None or its_before is None or own_before is None:
            return Passed(now_ns - began_ns, None, None, None)
        queued_ns = its[1] - its_before[1] + max(0, self._others_queued_ns() - self._others_before_ns)
        return Passed(now_ns - began_ns, its[0] - its_before[0], queued_ns, own[1] - own_before[1])

    def close(self) -> None:
        """Close the files; closing twice does nothing."""
        for file in [*self._files, *self._others]:
            if file is not None:
                os.close(file)
        self._files, self._others = [None, None], []

    def _others_queued_ns(self) -> int:
        """Return the time that the other threads have waited, of those that have not ended."""
        return sum(found[1] for found in map(_read, self._others) if found is not None)


def cpu_ns_of(pid: int) -> int | None:
    """Return the CPU time that a process has taken since it began, of all its threads; None if it is gone."""
    with contextlib.suppress(OSError, OverflowError):
        return time.clock_gettime_ns(~pid << 3 | _PROCESS_CPU)  # as clock_getcpuclockid() makes it of a process
    return None


def _opened(path: str) -> int | None:
    with contextlib.suppress(OSError):
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return None


def _read(file: int | None) -> tuple[int, int] | None:
    """The time on a CPU and the time in the run queue, ns."""
    if file is None:
        return None
    with contextlib.suppress(OSError, ValueError, IndexError):
        on_cpu, queued, *_ = os.pread(file, 100, 0).split()
        return int(on_cpu), int(queued)
    return None
