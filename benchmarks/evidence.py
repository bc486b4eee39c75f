"""Evidence: system calls against a count by hand and from run to run, and whether gathering them moves a timing."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from typing import Any

import numpy as np

from benchmarks.row import Row
from iotrial.stats.interval import ALPHA, median_interval
from iotrial.stats.verdict import judge

#: Method of `append` -> its calls for a file of 20 records, counted by a reader of its text.
BY_HAND = {
    "c/write_keep_open": {"openat": 1, "write": 20, "close": 1},
    "c/write_reopen": {"openat": 20, "write": 20, "close": 20},
    "c/flock_each": {"openat": 1, "flock": 40, "write": 20, "close": 1},
    "c/fwrite_flush_each": {"openat": 1, "write": 20, "close": 1},
    "c/fwrite_buffered": {"openat": 1, "write": 1, "close": 1},
    "c/writev_batched": {"openat": 1, "writev": 1, "close": 1},
    "cpp/ofstream_flush_each": {"openat": 1, "write": 20, "close": 1},
    "python/os_write": {"openat": 1, "write": 20, "close": 1},
    "python/flock_each": {"openat": 1, "flock": 40, "write": 20, "close": 1},
    "python/file_reopen": {"openat": 20, "write": 20, "close": 20},
    "php/keep_open": {"openat": 1, "write": 20, "close": 1},
    "php/reopen": {"openat": 20, "write": 20, "close": 20},
    "php/flock_whole": {"openat": 1, "flock": 2, "write": 20, "close": 1},
}

#: Job -> a level that is small and yet has every kind of call.
SMALL = {
    "append": ("records=20",),
    "deliver": ("file_bytes=1MiB",),
    "transform": ("file_bytes=1MiB",),
    "list": ("entries=1000",),
    "scan": ("records=2044",),
    "create": ("files=20",),
    "append_many": ("logs=5", "records=20"),
    "log": ("messages=20",),
    "deliver_tree": ("files=20",),
    "copy": ("file_bytes=64KiB",),
    "serve": ("file_bytes=64KiB", "clients=2"),
    "lines": ("file_bytes=64KiB",),
    "tail": ("file_bytes=64KiB",),
    "random": ("reads=100",),
    "load": ("files=20",),
    "stat": ("names=100",),
    "walk": ("files=60",),
    "remove": ("files=60",),
    "replace": ("file_bytes=4KiB",),
    "copy_tree": ("files=60",),
    "blobs": ("items=20",),
}

#: A margin of 1 %; pairs of runs, each with and without.
MARGIN = 0.01
PAIRS, LONG_PAIRS = 8, 30
WATCHED = ("append", "--method", "php/keep_open", "--method", "c/write_keep_open", "--method", "php/reopen")


def rows(long: bool) -> list[Row]:
    """Two rows of counts, one of timings."""
    first, second = ({job: _explained(job) for job in SMALL} for _ in range(2))
    return [_by_hand(first["append"]), _again(first, second), _unmoved(LONG_PAIRS if long else PAIRS)]


def _by_hand(counted: dict[str, dict[str, Any]]) -> Row:
    wrong = [
        method
        for method, calls in BY_HAND.items()
        if {name: counted[method]["iteration"].get(name) for name in calls} != calls
    ]
    found = f"{len(BY_HAND) - len(wrong)} of {len(BY_HAND)}{f'; not {wrong}' if wrong else ''}"
    return Row("methods whose system calls are those counted by hand", "all", found, not wrong)


def _again(first: dict[str, dict[str, Any]], second: dict[str, dict[str, Any]]) -> Row:
    pairs = [(first[job][arm], second[job].get(arm), arm) for job in first for arm in first[job]]
    names = ("call_count", "read_bytes", "written_bytes")
    unlike = [
        arm
        for one, other, arm in pairs
        if other is None or any(one["iteration"].get(name) != other["iteration"].get(name) for name in names)
    ]
    traced = [one for one, _, _ in pairs if one["source"] in ("strace", "perf")]
    found = f"{len(pairs) - len(unlike)} of {len(pairs)}, {len(traced)} of them traced"
    found += f"; not {', '.join(unlike)}" if unlike else ""
    return Row("methods whose system calls and bytes are equal from run to run", "all", found, not unlike)


def _unmoved(pairs: int) -> Row:
    """Runs of one study in pairs, with the evidence and without, in turn; one value for each pair."""
    values = []
    for pair in range(pairs):
        options = ("--evidence", "--no-evidence") if pair % 2 else ("--no-evidence", "--evidence")
        times = {option: _times(option, pair) for option in options}
        values.append(
            float(
                np.median(
                    [math.log(times["--evidence"][arm] / times["--no-evidence"][arm]) for arm in times[options[0]]]
                )
            )
        )
    interval = median_interval(np.array(values), ALPHA)
    figure = f"time with the evidence of the run gathered over time without, {pairs} pairs of runs"
    if interval is None:
        return Row(figure, "equivalent at 1 %", "too few pairs for an interval", None)
    ratio = interval.as_ratio()
    verdict = judge(ratio.low, ratio.high, MARGIN)
    found = f"{ratio.center:.4f} [{ratio.low:.4f}, {ratio.high:.4f}], {verdict}"
    return Row(figure, "equivalent at 1 %", found, verdict == "equivalent")


def _times(option: str, seed: int) -> dict[str, float]:
    """Arm -> median time of one iteration in ns."""
    plan = ("--set", "records=2000", "--rounds", "12", "--blocks", "9", "--seed", str(seed), option)
    with tempfile.TemporaryDirectory() as results:
        document = _json("run", *WATCHED, *plan, "--results", results)
    return {arm["arm"]: arm["median_ns"] for arm in document["levels"][0]["arms"] if arm["median_ns"]}


def _explained(job: str) -> dict[str, dict[str, Any]]:
    """Arm -> what `explain` says of it, for every method of a job that runs here."""
    plan = [word for setting in SMALL[job] for word in ("--set", setting)]
    with tempfile.TemporaryDirectory() as results:
        _json("run", job, *plan, "--blocks", "1", "--rounds", "12", "--results", results)
        document = _json("explain", "--results", results)
    return {arm["arm"]: arm for arm in document["arms"] if arm["status"] in ("measured", "disqualified")}


def _json(*arguments: str) -> Any:
    done = subprocess.run([sys.executable, "-m", "iotrial", *arguments, "--json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"iotrial {' '.join(arguments)}: {done.stderr.strip()}")
    return json.loads(done.stdout)
