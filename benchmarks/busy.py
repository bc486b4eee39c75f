"""How much wider the intervals of the quick studies are beside hogs, by the clocks of their levels and by wall time."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.selftest.trial import hogs_beside
from iotrial.store.read import StoredRun, open_run

STUDIES = ("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive")
HOGS = 2
MOST_WIDER = 1.3


def rows(long: bool) -> Iterator[Row]:
    """Each of the five articles' quick studies, once quiet and once beside hogs; one of them in the short form."""
    for study in STUDIES if long else STUDIES[:1]:
        with tempfile.TemporaryDirectory() as folder:
            quiet, why = _run(study, Path(folder) / "quiet", 0)
            busy, why_busy = _run(study, Path(folder) / "busy", HOGS)
            yield from _rows(study, quiet, busy, why or why_busy)


def _rows(study: str, quiet: Judging | None, busy: Judging | None, why: str) -> Iterator[Row]:
    figure = f"intervals of {study} --quick beside {HOGS} hogs that come and go, over those of a quiet machine"
    wanted = f"{MOST_WIDER} times as wide"
    if quiet is None or busy is None:
        yield Row(figure, wanted, why, None)
        return
    clocks = ", ".join(dict.fromkeys(level.clock for level in busy.stored.levels))
    judged = {f"{figure}, by {clocks}": (quiet, busy), "the same samples, by wall time": _by_wall(quiet, busy)}
    for name, both in judged.items():
        one, other = (_widths(judging) for judging in both)
        shared = sorted(one.keys() & other.keys())
        reach = None if name.startswith("the same") else wanted
        if not shared:
            yield Row(name, reach, f"no interval in both: {len(one)} and {len(other)}", None)
            continue
        wider = statistics.median(other[key] / one[key] for key in shared)
        without = f"{_missing(quiet, one)} and {_missing(busy, other)} without an interval"
        found = f"{wider:.2f} times in the middle of {len(shared)} arms; {without}"
        yield Row(name, reach, found, wider <= MOST_WIDER if reach else None)


def _run(study: str, folder: Path, hogs: int) -> tuple[Judging | None, str]:
    """A run of the study, or why there is none."""
    command = [sys.executable, "-m", "iotrial", "run", study, "--quick", "--seed", "1", "--results", str(folder)]
    with hogs_beside(hogs, seed=1):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.partition("\n")[0]
    return Judging(open_run(next(path for path in folder.iterdir() if (path / "run.json").exists()))), ""


def _by_wall(*judged: Judging) -> tuple[Judging, ...]:
    """The same runs, as if their levels were judged by wall time."""
    found = []
    for one in (judging.stored for judging in judged):
        levels = [level.model_copy(update={"clock": "wall"}) for level in one.run.levels]
        run = one.run.model_copy(update={"levels": levels})
        found.append(Judging(StoredRun(one.folder, run, one.parts, one.problems)))
    return tuple(found)


def _widths(judging: Judging) -> dict[tuple[int, str], float]:
    """The width of each arm's interval, as a log, by level and arm."""
    return {
        (number, arm.arm): math.log(arm.high / arm.low)
        for number, level in enumerate(judge_run(judging).levels)
        for arm in level.arms
        if arm.low and arm.high and arm.high > arm.low
    }


def _missing(judging: Judging, widths: dict[tuple[int, str], float]) -> int:
    return sum(
        (number, arm.arm) not in widths
        for number, level in enumerate(judge_run(judging).levels)
        for arm in level.arms
        if arm.record.role == "arm" and arm.status == "measured"
    )
