"""Whom the system ends first if memory runs out: workers, compilers and all they start, before the user's programs."""

from __future__ import annotations

import contextlib
from pathlib import Path

#: The highest value of Linux's oom_score_adj, which anybody may give to a process of their own.
FIRST = 1000


def end_first(pid: int) -> None:
    """Have a process, and those that it starts from now on, ended before all others; nothing where there is no such."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text(str(FIRST))


def out_of_memory_kills() -> int | None:
    """Return how many processes the system has ended so far for want of memory; None where it does not tell."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    return None
