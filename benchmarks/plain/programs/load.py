"""Load all files of a folder, each whole into memory.

    python3 load.py METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER

README.md says what these are, and what it prints.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path


def open_read(folder: str, names: list[str]) -> int:
    """Return the bytes of all files together."""
    contents = []
    for name in names:
        with open(f"{folder}/{name}", "rb") as file:
            contents.append(file.read())
    return sum(map(len, contents))


def path_read_bytes(folder: str, names: list[str]) -> int:
    """Return the same."""
    contents = [Path(folder, name).read_bytes() for name in names]
    return sum(map(len, contents))


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


METHODS = {"open_read": open_read, "path_read_bytes": path_read_bytes}


def let_neighbour_work() -> None:
    """Have the neighbour on our stdin work for a while, and wait until it is done."""
    if os.write(0, b"w") != 1 or not os.read(0, 1):
        sys.exit("the neighbour does not answer")


def main() -> None:
    """Do the turns of one method."""
    if len(sys.argv) < 9:
        print(*METHODS, sep="\n")
        sys.exit(0 if len(sys.argv) == 1 else 2)
    method, folder, smaller = METHODS[sys.argv[1]], sys.argv[2], sys.argv[8]
    samples, turns, untimed, used, has_neighbour = map(int, sys.argv[3:8])
    use_memory(used)
    names = sorted(os.listdir(folder))  # known before anything is timed
    fewer = sorted(os.listdir(smaller)) if smaller != "0" else []
    for _ in range(untimed):
        method(folder, names)
    for _ in range(samples):
        if has_neighbour:
            let_neighbour_work()
        for _ in range(turns if smaller != "0" else 0):
            method(smaller, fewer)
        work = 0
        waited, begun = waited_ns(), time.monotonic_ns()
        for _ in range(turns):
            work += method(folder, names)
        tell(time.monotonic_ns() - begun, waited, work)


if __name__ == "__main__":
    main()
