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


def has_threads(pid: int | None) -> bool:
    """Return if a process has more than one thread."""
    with contextlib.suppress(OSError):
        return pid is not None and len(_threads(pid)) > 1
    return False


def asked_thread(pid: int, requests: Collection[int]) -> int:
    """Return the thread that reads one of these descriptors; the first one of the process if nobody can tell."""
    end = time.monotonic() + PATIENCE_S
    with contextlib.suppress(OSError, ValueError):
        while len(threads := _threads(pid)) > 1 and time.monotonic() < end:
            for thread in threads:
                call, *arguments = (thread / "syscall").read_text().split()
                if arguments and int(call) in READ and int(arguments[0], 16) in requests:
                    return int(thread.name)
            time.sleep(PAUSE_S)
    return pid


def _threads(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())
