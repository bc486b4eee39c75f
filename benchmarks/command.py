"""How long the command takes: its help, its lists, and the five studies."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.row import Row

STUDIES = ("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive")

#: A study that only benchmarks have: an arm or more of each of the languages that those five do not have.
FOUR_LANGUAGES = "four-languages"

#: Studies that lie beside the plain programs.
BESIDE_PROGRAMS = (FOUR_LANGUAGES, "load-plain", "walk-plain", "lines-plain", "random-plain")
HELP_TURNS = 20

#: What people wait for while they look around -> the seconds that it should take at most.
LOOKS = {"--help": 0.1, "methods": 0.5, "studies": 0.5}


def rows(long: bool) -> list[Row]:
    """Help and lists; the five studies quick, programs compiled; with `long` also full, and how much is timed."""
    found = [*_looks(), _quick()]
    return [*found, *_full()] if long else found


def _looks() -> list[Row]:
    """Help and lists, in turn; beside its seconds each over a start of Python, which says less of the machine."""
    took: dict[str, list[float]] = {name: [] for name in ("-c pass", *LOOKS)}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "IOTRIAL_RESULTS": folder}
        for _ in range(HELP_TURNS):
            for name, seconds in took.items():
                words = ["-m", "iotrial", name] if name in LOOKS else name.split()
                begun = time.perf_counter()
                subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=environment)
                seconds.append(time.perf_counter() - begun)
    python = statistics.median(took["-c pass"])
    found = []
    for name, most in LOOKS.items():
        middle = statistics.median(took[name])
        said = f"{middle:.3f} s in the middle, {min(took[name]):.3f} s at best, {middle / python:.0f} starts of Python"
        found.append(Row(f"iotrial {name}", f"{most} s", said, middle <= most))
    return found


def _quick() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        _run(folder, "sequential-read", "--quick", "--budget", "5s")  # compiles what is not compiled yet
        seconds, _ = _run(folder, *STUDIES, "--quick")
    return Row("the five studies, quick, programs compiled", "120 s", f"{seconds:.0f} s", seconds <= 120)


def _full() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        seconds, runs = _run(folder, *STUDIES)
        timed = sum(_timed_seconds(folder, run["run"]) for run in runs)
    share = timed / sum(run["seconds"] for run in runs)
    undecided = sum(arm["verdict"] == "undecided" for run in runs for level in run["levels"] for arm in level["arms"])
    return [
        Row("the five studies, full", "60 min", f"{seconds / 60:.1f} min, {undecided} arms undecided", seconds <= 3600),
        Row("share of the five full studies inside timed samples", "60 %", f"{100 * share:.0f} %", share >= 0.6),
    ]


def _run(results: str, *arguments: str) -> tuple[float, list[dict[str, Any]]]:
    begun = time.perf_counter()
    command = [sys.executable, "-m", "iotrial", "run", *arguments, "--results", results, "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ))
    document = json.loads(done.stdout)
    return time.perf_counter() - begun, document.get("runs", [document])


def _timed_seconds(results: str, run: str) -> float:
    from iotrial.store.query import query

    sql = f"SELECT sum(wall_ns) / 1e9 FROM samples WHERE run = '{run}'"
    return float(query(Path(results), sql).rows[0][0])
