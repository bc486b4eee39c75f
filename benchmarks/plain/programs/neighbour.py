"""Work on a CPU whenever a program asks for it, as the other programs do that take turns with it.

    python3 neighbour.py [FILE…] [--remove FOLDER BYTES…]

says `ready`; then, for each byte that comes through the socket that is its stdin, it sorts, goes through memory, lists
folders, reads the files, which are those of the program, and sends the byte back. So caches and what the CPU has learnt
of branches are no longer those of the program that asked. In between it sleeps: a neighbour that would still run, even
if only when nobody else does, changes who is let in when the program wakes another one, such as the reader of its pipe.

Before that it removes those files of a folder that have one of so many bytes, from another CPU if there is one.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import zlib

#: More than the caches of one core hold.
MEMORY_BYTES = 8 << 20

NUMBERS = 10_000

PIECE_BYTES = 1 << 16


def main() -> None:
    """Work as often as it is asked."""
    words = sys.argv[1:]
    place = words.index("--remove") if "--remove" in words else len(words)
    files, removed = words[:place], words[place + 1 :]
    memory, piece = random.randbytes(MEMORY_BYTES), bytearray(PIECE_BYTES)
    print("ready", flush=True)
    while asked := os.read(0, 1):
        if removed:
            remove(removed[0], {int(count) for count in removed[1:]})
        sorted(random.random() for _ in range(NUMBERS))
        zlib.crc32(memory)
        for folder in ("/", "/usr/bin", "/usr/lib"):
            if os.path.isdir(folder):
                os.listdir(folder)
        for path in files:
            with open(path, "rb", buffering=0) as file:
                while file.readinto(piece):
                    pass
        os.write(0, asked)


def remove(folder: str, sizes: set[int]) -> None:
    """Remove the files of a folder that have one of these sizes in bytes."""
    own = os.sched_getaffinity(0)
    others = set(range(os.cpu_count() or 1)) - own
    if others:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, others)
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.stat().st_size in sizes:
                os.unlink(entry)
    os.sched_setaffinity(0, own)


if __name__ == "__main__":
    main()
