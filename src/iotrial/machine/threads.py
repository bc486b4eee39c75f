"""The threads of a process, and which of them waits for a request: in some runtimes that is not the first one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from pathlib import Path

#: The number of read() on x86_64 and on aarch64.
READ = (0, 63)

#: A process that has just answered waits for the next request before long.
PATIENCE_S = 0.1
PAUSE_S = 0.001


def threads_of(pid: int) -> list[int]:
    """Return the threads of a process; none if it has ended, or if the system does not tell."""
    with contextlib.suppress(OSError):
        return [int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()]
    return []


def has_threads(pid: int | None) -> bool:
    """True if a process has more than one thread."""
    return pid is not None and len(threads_of(pid)) > 1


def asked_thread(pid: int, requests: Collection[int]) -> int:
    """Return the thread that reads one of these descriptors; the first one of the process if that is unknown."""
    end = time.monotonic() + PATIENCE_S
    while len(threads := threads_of(pid)) > 1 and time.monotonic() < end:
        for thread in threads:
            with contextlib.suppress(OSError, ValueError):  # this one has ended: another may be the one
                call, *arguments = Path(f"/proc/{pid}/task/{thread}/syscall").read_text().split()
                if arguments and int(call) in READ and int(arguments[0], 16) in requests:
                    return thread
        time.sleep(PAUSE_S)  # none waits yet
    return pid
