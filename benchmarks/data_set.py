"""How long questions to many stored runs take, and how that grows with their number; nobody measured the runs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from benchmarks.stored_run import Shape, store
from iotrial.store.folder import read_run
from iotrial.store.whole_file import replace_whole

#: A run of 99,840 samples, as a full study has them: 10,000 of these have a billion.
SHAPE = Shape(4, 10, 104, 24)

#: Runs of one study.
PER_STUDY = 100

COUNTS, LONG_COUNTS = (100, 1000), (100, 1000, 10_000)

SUMMARIES = "SELECT study, count(*) AS runs, sum(seconds) FROM runs GROUP BY study ORDER BY study"
SAMPLES = "SELECT arm, count(*), median(wall_ns / counted) FROM samples GROUP BY arm ORDER BY arm"

#: At the most runs, a question to summaries and one to the samples of one study may take so long.
MOST_SUMMARIES_S, MOST_SAMPLES_S = 2.0, 30.0


def rows(long: bool) -> Iterator[Row]:
    """The same questions to more and more runs, a hundred of each study."""
    counts = LONG_COUNTS if long else COUNTS
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "runs"
        environment = {**os.environ, "XDG_CACHE_HOME": os.fspath(Path(name) / "cache")}
        made = store(root, SHAPE)
        before = 0
        first: dict[str, float] = {}
        for count in counts:
            for number in range(before, count):
                _copy(made, number)
            before = count
            took = {
                "a question that reads the new records": _ask(root, environment, "query", SUMMARIES),
                "a question to summaries": _ask(root, environment, "query", SUMMARIES),
                "the list of runs": _ask(root, environment, "runs", "--json"),
                "a question to the samples of one study": _ask(root, environment, "query", "--study", "s7", SAMPLES),
            }
            first = first or took
            most = (None, MOST_SUMMARIES_S, MOST_SUMMARIES_S, MOST_SAMPLES_S)
            for (what, seconds), reach in zip(took.items(), most, strict=True):
                grown, more = seconds / first[what], count / counts[0]
                yield Row(
                    f"{what}, {count:,} runs with {count * SHAPE.samples:.1e} samples",
                    None if reach is None else f"{reach:g} s at 10,000; no worse than linear",
                    f"{seconds:.1f} s, {grown:.1f} times as long as with {counts[0]}",
                    None if reach is None else seconds <= reach and grown <= more,
                )


def _copy(made: Path, number: int) -> None:
    """One more run with the same samples; its study is one of a number that grows with that of the runs."""
    run = f"20000102-000000-{number:05}"
    folder = made.with_name(run)
    folder.mkdir()
    for part in made.glob("sweep-*.parquet"):
        os.link(part, folder / part.name)
    record = read_run(made).model_copy(update={"run": run, "study": f"s{7 + number // PER_STUDY}"})
    replace_whole(folder / "run.json", record.model_dump_json().encode())


def _ask(root: Path, environment: dict[str, str], *words: str) -> float:
    command = [sys.executable, "-m", "iotrial", *words, "--results", os.fspath(root)]
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begun
