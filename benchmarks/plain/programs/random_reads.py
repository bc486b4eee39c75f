"""Read pieces of a file at random offsets: sum over the newlines and the first and last byte of each piece.

    python3 random_reads.py METHOD FILE PIECE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER

README.md says what these are, and what it prints.
"""

from __future__ import annotations

import os
import random
import sys
import time


def seek_read(path: str, offsets: list[int], piece_bytes: int) -> int:
    """Return the sum."""
    total = 0
    with open(path, "rb") as file:
        for offset in offsets:
            file.seek(offset)
            piece = file.read(piece_bytes)
            total += piece.count(b"\n") + piece[0] + piece[-1]
    return total


def pread(path: str, offsets: list[int], piece_bytes: int) -> int:
    """Return the same."""
    total = 0
    file = os.open(path, os.O_RDONLY)
    for offset in offsets:
        piece = os.pread(file, piece_bytes, offset)
        total += piece.count(b"\n") + piece[0] + piece[-1]
    os.close(file)
    return total


def offsets_of(path: str) -> list[int]:
    """Return the offsets that a file is read at."""
    with open(f"{path}.offsets") as file:
        return [int(line) for line in file]


def waited_ns() -> int | None:
    """Return for how long this process has waited for a CPU that others had; None if the system does not tell."""
    try:
        with open("/proc/self/schedstat") as told:
            return int(told.read().split()[1])
    except OSError:
        return None


def tell(took_ns: int, before_ns: int | None, *work: int) -> None:
    """Print a sample: its time, how much of it was waiting, and the work."""
    after_ns = waited_ns()
    waited = "-" if after_ns is None or before_ns is None else after_ns - before_ns
    print(took_ns, waited, *work, file=sys.stderr)


def use_memory(blocks: int) -> None:
    """Take blocks of memory and give them back in another order, as a program does that has worked before."""
    held = [b"x" * (1 + block * 37 % 120) for block in range(blocks)]
    random.shuffle(held)
    while held:
        held.pop()


METHODS = {"seek_read": seek_read, "pread": pread}


def let_neighbour_work() -> None:
    """Have the neighbour on our stdin work for a while, and wait until it is done."""
    if os.write(0, b"w") != 1 or not os.read(0, 1):
        sys.exit("the neighbour does not answer")


def main() -> None:
    """Do the turns of one method."""
    if len(sys.argv) < 10:
        print(*METHODS, sep="\n")
        sys.exit(0 if len(sys.argv) == 1 else 2)
    method, file, smaller = METHODS[sys.argv[1]], sys.argv[2], sys.argv[9]
    piece_bytes, samples, turns, untimed, used, has_neighbour = map(int, sys.argv[3:9])
    use_memory(used)
    offsets = offsets_of(file)  # known before anything is timed
    fewer = offsets_of(smaller) if smaller != "0" else []
    for _ in range(untimed):
        method(file, offsets, piece_bytes)
    for _ in range(samples):
        if has_neighbour:
            let_neighbour_work()
        for _ in range(turns if smaller != "0" else 0):
            method(smaller, fewer, piece_bytes)
        work = 0
        waited, begun = waited_ns(), time.monotonic_ns()
        for _ in range(turns):
            work += method(file, offsets, piece_bytes)
        tell(time.monotonic_ns() - begun, waited, work)


if __name__ == "__main__":
    main()
