"""Use a CPU whenever nobody else wants it, as the other programs do that take turns on it.

    python3 neighbour.py

says `ready`, and works until it is ended: it sorts, goes through memory and lists folders, so that caches and what the
CPU has learnt of branches are no longer those of the program that had the CPU before. It has the lowest priority that
there is, so that a program that wakes gets the CPU at once.
"""

from __future__ import annotations

import os
import random
import zlib

#: More than the caches of one core hold.
MEMORY_BYTES = 8 << 20

NUMBERS = 10_000


def work() -> None:
    """Sort, go through memory and list folders, again and again."""
    memory = random.randbytes(MEMORY_BYTES)
    while True:
        sorted(random.random() for _ in range(NUMBERS))
        zlib.crc32(memory)
        for folder in ("/", "/usr/bin", "/usr/lib"):
            if os.path.isdir(folder):
                os.listdir(folder)


if __name__ == "__main__":
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)
    print("ready", flush=True)
    work()
