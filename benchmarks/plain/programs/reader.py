"""Read all that comes through a pipe, as the reader at its other end.

    python3 reader.py HOW

takes it from stdin. It says `ready` first, and at the end how many bytes came, with their SHA-256 if it digests them.
HOW is `poll` (wait for more, then read into one buffer again and again), `ask` (wait for more or for a request that
never comes, as a reader does that is asked now and then what arrived), `copy` (read pieces and write them to the null
device, as cat does), `allocate` (memory of its own for each piece) or `digest` (the same, and digest them).
"""

from __future__ import annotations

import hashlib
import os
import select
import sys

PIECE_BYTES = 1 << 18
CAT_BYTES = 1 << 17


def poll() -> tuple[int, str]:
    """Wait until there is something, and read it into one buffer."""
    buffer = bytearray(PIECE_BYTES)
    waiting = select.poll()
    waiting.register(0, select.POLLIN)
    total = 0
    while True:
        for _ in waiting.poll():
            count = os.readv(0, [buffer])
            if count == 0:
                return total, ""
            total += count


def ask() -> tuple[int, str]:
    """Wait until there is something or somebody asks, and read it into one buffer."""
    buffer = bytearray(PIECE_BYTES)
    requests, _ = os.pipe()
    waiting = select.poll()
    waiting.register(0, select.POLLIN)
    waiting.register(requests, select.POLLIN)
    total, asked = 0, b""
    while b"\n" not in asked:
        for descriptor, event in waiting.poll():
            if descriptor == 0:
                count = os.readv(0, [buffer])
                if count == 0:
                    return total, ""
                total += count
            elif event & select.POLLIN:
                asked += os.read(requests, PIECE_BYTES)
    return total, ""


def copy() -> tuple[int, str]:
    """Read pieces and write them to the null device."""
    buffer = bytearray(CAT_BYTES)
    view = memoryview(buffer)
    null = os.open(os.devnull, os.O_WRONLY)
    total = 0
    while count := os.readv(0, [buffer]):
        os.write(null, view[:count])
        total += count
    return total, ""


def allocate() -> tuple[int, str]:
    """Read pieces, each into memory of its own."""
    total = 0
    while piece := os.read(0, PIECE_BYTES):
        total += len(piece)
    return total, ""


def digest() -> tuple[int, str]:
    """Read pieces and digest them."""
    total, sha256 = 0, hashlib.sha256()
    while piece := os.read(0, PIECE_BYTES):
        total += len(piece)
        sha256.update(piece)
    return total, sha256.hexdigest()


READERS = {"poll": poll, "ask": ask, "copy": copy, "allocate": allocate, "digest": digest}

if __name__ == "__main__":
    print("ready", flush=True)
    print(*READERS[sys.argv[1]](), flush=True)
