"""How near the best method of each job comes to the least that the machine must do."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.row import Row

#: Job -> the share that its best method should reach; None: it is shown.
REACH = {
    "deliver": 0.85,
    "scan": 0.85,
    "transform": None,
    "append": None,
    "append_many": None,
    "log": None,
    "copy": None,
    "create": None,
    "deliver_tree": None,
    "list": None,
    "serve": None,
    "lines": None,
    "tail": None,
    "random": None,
    "load": None,
    "stat": None,
    "walk": None,
    "remove": None,
    "replace": None,
    "copy_tree": None,
    "blobs": None,
}

#: Job -> a level below the usual one, where that takes too long for an interval.
SMALLER = {
    "append_many": ("logs=100", "records=1000"),
    "create": ("files=100",),
    "deliver_tree": ("files=1000",),
    "remove": ("files=200",),
    "copy_tree": ("files=200",),
}

#: Methods of compiled languages and of the kernel's own calls are the ones that come near.
LANGUAGES = ("c", "cpp")

#: Job without such methods -> globs of those that come near.
METHODS = {"serve": ("*/x_accel_redirect", "*/x_sendfile")}

#: A job whose rounds take so long that the usual budget is too short for any interval has this one.
BUDGETS = {"serve": ("2min", "5min")}


def rows(long: bool) -> list[Row]:
    """Each job at its usual level, or at a smaller one."""
    return [_row(job, reach, BUDGETS.get(job, ("25s", "120s"))[long]) for job, reach in REACH.items()]


def _row(job: str, reach: float | None, budget: str) -> Row:
    figure = f"the best method of {job} against its floor"
    wanted = f"{100 * reach:.0f} %" if reach else None
    chosen = [word for glob in METHODS.get(job, ()) for word in ("--method", glob)]
    chosen = chosen or [word for language in LANGUAGES for word in ("--language", language)]
    chosen += [word for setting in SMALLER.get(job, ()) for word in ("--set", setting)]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "iotrial", "run", job, *chosen, "--budget", budget]
        command += ["--results", folder, "--json"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return Row(figure, wanted, done.stderr.partition("\n")[0], None)
    level = json.loads(done.stdout)["levels"][0]
    best = _best(level["arms"])
    if best is None or level["invalid"]:
        return Row(figure, wanted, level["invalid"] or "no floor was measured", None)
    held = best["floor_share"]
    if held["low"] is None:
        return Row(figure, wanted, f"{level['rounds']} rounds are too few for an interval", None)
    bounds = f"[{100 * held['low']:.0f}, {100 * held['high']:.0f}]"
    found = f"{best['arm']} at {100 * held['share']:.0f} % {bounds} of {held['floor']} ({held['kind']})"
    return Row(figure, wanted, found, held["share"] >= reach if reach else None)


def _best(arms: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The fastest arm that may be ranked and has a floor."""
    ranked = [arm for arm in arms if arm["floor_share"] is not None and arm["verdict"] != "invalid"]
    return min(ranked, key=lambda arm: arm["ratio"], default=None)
