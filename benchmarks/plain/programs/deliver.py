"""Deliver a file to stdout, as the article on readfile() compares it.

    python3 deliver.py METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER

README.md says what these are, and what it prints.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time


def copyfileobj(path: str) -> None:
    """Copy one file object to another."""
    with open(path, "rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def busy_ns() -> int | None:
    """Return the CPU time of this process and of the reader of its output; None if nobody named it or tells."""
    try:
        with open(f"/proc/{os.environ['PLAIN_READER']}/schedstat") as told:
            return time.process_time_ns() + int(told.read().split()[0])
    except (KeyError, OSError):
        return None


def tell(took_ns: int, before_ns: int | None) -> None:
    """Print a sample: its time, and for how much of it neither this process nor the reader ran."""
    after_ns = busy_ns()
    waited = "-" if after_ns is None or before_ns is None else max(0, took_ns - (after_ns - before_ns))
    print(took_ns, waited, file=sys.stderr)


def use_memory(blocks: int) -> None:
    """Take blocks of memory and give them back in another order, as a program does that has worked before."""
    held = [b"x" * (1 + block * 37 % 120) for block in range(blocks)]
    random.shuffle(held)
    while held:
        held.pop()


METHODS = {"copyfileobj": copyfileobj}


def let_neighbour_work() -> None:
    """Have the neighbour on our stdin work for a while, and wait until it is done."""
    if os.write(0, b"w") != 1 or not os.read(0, 1):
        sys.exit("the neighbour does not answer")


def main() -> None:
    """Do the turns of one method."""
    if len(sys.argv) < 9:
        print(*METHODS, sep="\n")
        sys.exit(0 if len(sys.argv) == 1 else 2)
    method, path, smaller = METHODS[sys.argv[1]], sys.argv[2], sys.argv[8]
    samples, turns, untimed, used, has_neighbour = map(int, sys.argv[3:8])
    use_memory(used)
    for _ in range(untimed):
        method(path)
    for _ in range(samples):
        if has_neighbour:
            let_neighbour_work()
        for _ in range(turns if smaller != "0" else 0):
            method(smaller)
        busy, begun = busy_ns(), time.monotonic_ns()
        for _ in range(turns):
            method(path)
        tell(time.monotonic_ns() - begun, busy)


if __name__ == "__main__":
    main()
