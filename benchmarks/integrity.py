"""Records of several writers that a faulty one loses, tears, doubles or interleaves: whether all are counted."""

from __future__ import annotations

import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.row import Row
from iotrial.workers.integrity import Integrity, count
from iotrial.workers.tagged import Layout, find

WRITERS = 8
RECORDS = 1_000_000 // WRITERS
LAYOUT = Layout(100, newline=True)

#: How often in a million each is planted.
FAULTS = {"lost": 1000, "torn": 700, "doubled": 400, "interleaved": 300}


def rows(long: bool) -> list[Row]:
    """A million records of eight processes that write to one file at once, faults among them; and as many without."""
    found, planted, seconds = _trial(FAULTS)
    clean, _, _ = _trial({})
    counted = {fault: getattr(found, fault) for fault in FAULTS}
    invented = not clean.is_whole or bool(found.unknown)
    said = ", ".join(f"{counted[fault]:,} of {planted[fault]:,} {fault}" for fault in FAULTS)
    what = "lost, torn, doubled or interleaved records planted by a faulty method among 1,000,000"
    none = "none" if not invented else clean.sentence() or f"{found.unknown} unknown"
    return [
        Row(
            what,
            "all found, none invented",
            f"{said}; invented among as many without faults: {none}; counted in {seconds:.1f} s",
            counted == dict(planted) and not invented,
        )
    ]


def _trial(faults: dict[str, int]) -> tuple[Integrity, Counter[str], float]:
    """What was counted, what had been planted, and how long the counting took."""
    with tempfile.TemporaryDirectory(prefix="iotrial-integrity-") as folder:
        path = Path(folder) / "log"
        path.touch()
        with multiprocessing.get_context("spawn").Pool(WRITERS) as pool:
            planted = sum(pool.starmap(_write, [(path, writer, faults) for writer in range(WRITERS)]), Counter())
        begun = time.perf_counter()
        found = count([find(path.read_bytes(), LAYOUT)], [RECORDS] * WRITERS, LAYOUT)
        return found, Counter({fault: planted[fault] for fault in faults}), time.perf_counter() - begun


def _write(path: Path, writer: int, faults: dict[str, int]) -> Counter[str]:
    """Write one writer's records; how many came to harm, by kind."""
    source = random.Random(writer)
    share = 1 / WRITERS
    numbers = source.sample(range(0, RECORDS - 1, 2), sum(round(often * share) for often in faults.values()))
    harm: dict[int, str] = {}
    for kind, often in faults.items():
        for _ in range(round(often * share)):
            harm[numbers.pop()] = kind
    log = os.open(path, os.O_WRONLY | os.O_APPEND)
    number = 0
    while number < RECORDS:
        record = LAYOUT.record(writer, number)
        cut = source.randrange(32, LAYOUT.record_bytes - 31)
        harmed = harm.get(number)
        if harmed == "torn":
            os.write(log, record[:cut])
        elif harmed == "doubled":
            os.write(log, record + record)
        elif harmed == "interleaved":  # the next record comes in between
            os.write(log, record[:cut] + LAYOUT.record(writer, number + 1) + record[cut:])
            number += 1
        elif harmed is None:
            os.write(log, record)
        number += 1
    os.close(log)
    return Counter(harm.values())
