"""Write records to fresh logs, as the articles on logging and on a RAM drive compare it.

    python3 append.py METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER

README.md says what these are, and what it prints.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path


def os_write(log: str, text: bytes, records: int) -> None:
    """Open once, and write each record by one call."""
    opened = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for _ in range(records):
        os.write(opened, text)
    os.close(opened)


def os_write_checked(log: str, text: bytes, records: int) -> None:
    """Do the same, and write the rest of a record that was not written whole."""
    opened = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for _ in range(records):
        rest = text
        while rest:
            rest = rest[os.write(opened, rest) :]
    os.close(opened)


def fresh(log: Path) -> str:
    """Make an empty log."""
    log.touch()
    return str(log)


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


METHODS = {"os_write": os_write, "os_write+checked": os_write_checked}


def let_neighbour_work() -> None:
    """Have the neighbour on our stdin work for a while, and wait until it is done."""
    if os.write(0, b"w") != 1 or not os.read(0, 1):
        sys.exit("the neighbour does not answer")


def main() -> None:
    """Do the turns of one method."""
    if len(sys.argv) < 11:
        print(*METHODS, sep="\n")
        sys.exit(0 if len(sys.argv) == 1 else 2)
    method, folder, text = METHODS[sys.argv[1]], Path(sys.argv[2]), os.fsencode(sys.argv[3])
    records, samples, turns, untimed, used, has_neighbour, fewer = map(int, sys.argv[4:11])
    use_memory(used)
    for turn in range(untimed):
        method(fresh(folder / f"untimed.{turn}"), text, records)
    for sample in range(samples):
        if has_neighbour:
            let_neighbour_work()
        for turn in range(turns if fewer else 0):
            method(fresh(folder / f"fewer.{sample}.{turn}"), text, fewer)
        logs = [fresh(folder / f"log.{sample}.{turn}") for turn in range(turns)]
        waited, begun = waited_ns(), time.monotonic_ns()
        for log in logs:
            method(log, text, records)
        tell(time.monotonic_ns() - begun, waited)


if __name__ == "__main__":
    main()
