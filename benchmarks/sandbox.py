"""Whether a sandbox moves a ratio: the same methods in it and outside of it, in turn, against the same baseline."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

from benchmarks.row import Row
from iotrial.machine.method_sandbox import NoSandbox, sandbox_program

PAIRS, LONG_PAIRS = 3, 12

#: The most by which the middle of an arm's ratios may differ: the margin.
REACH = 0.01

#: Job -> what is measured of it: a writer of many records, one that opens the file for each, and a reader.
JOBS = {
    "append": ("records=1000", "php/keep_open", "php/reopen", "c/write_keep_open"),
    "list": ("entries=1000", "php/readdir", "php/scandir", "python/listdir"),
}


def rows(long: bool) -> list[Row]:
    """A row for each job."""
    return [_row(job, level, methods, LONG_PAIRS if long else PAIRS) for job, (level, *methods) in JOBS.items()]


def _row(job: str, level: str, methods: Sequence[str], pairs: int) -> Row:
    figure = f"{job}: ratios in a sandbox against those without, {pairs} runs each"
    try:
        sandbox_program()
    except NoSandbox as reason:
        return Row(figure, "within 1 %", str(reason), None)
    options = ["--set", level, *(word for method in methods for word in ("--method", method))]
    found: dict[bool, list[Mapping[str, float]]] = {True: [], False: []}
    for pair in range(pairs):
        for is_sandboxed in (pair % 2 == 0, pair % 2 == 1):
            found[is_sandboxed].append(_ratios(job, options, ["--sandbox"] if is_sandboxed else []))
    off = {
        arm: abs(math.log(_middle(found[True], arm) / _middle(found[False], arm)))
        for arm in found[True][0]
        if all(arm in ratios for runs in found.values() for ratios in runs)
    }
    arm, worst = max(off.items(), key=lambda one: one[1])
    return Row(figure, "within 1 %", f"{100 * worst:.1f} % at worst ({arm})", worst <= REACH)


def _ratios(job: str, options: Sequence[str], more: Sequence[str]) -> dict[str, float]:
    """The ratio of each arm to the baseline in a run."""
    command = [sys.executable, "-m", "iotrial", "run", job, *options, *more]
    command += ["--rounds", "20", "--no-evidence", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, "--results", folder], capture_output=True, text=True, check=True)
    arms = json.loads(done.stdout)["levels"][0]["arms"]
    return {arm["arm"]: arm["ratio"] for arm in arms if arm["record"]["role"] == "arm" and arm["ratio"]}


def _middle(runs: list[Mapping[str, float]], arm: str) -> float:
    return statistics.median(ratios[arm] for ratios in runs)
