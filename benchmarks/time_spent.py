"""What a quick study's wall time goes into: how much of it is rounds, and if each study has its intervals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.row import Row

#: The studies of the five articles, and the three whose share of rounds was low once.
ARTICLES = ("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive")
WATCHED = ("log-writes", "readfile", "list-directory")

#: The share of a quick study's wall time that should be rounds; evidence takes no more than the second.
ROUNDS_SHARE, EVIDENCE_SHARE = 0.7, 0.1


def rows(long: bool) -> list[Row]:
    """The five quick studies as on a machine with nothing built; with `long` once more, with everything kept."""
    with tempfile.TemporaryDirectory() as folder:
        found = [_rows(Path(folder), "nothing built")]
        if long:
            found.append(_rows(Path(folder), "everything kept"))
    return [row for some in found for row in some]


def _rows(home: Path, when: str) -> list[Row]:
    runs = {study: _run(study, home) for study in ARTICLES}
    without = [study for study, run in runs.items() if not _has_interval(run)]
    rows = [Row(f"quick studies without an interval, {when}", "0 of 5", ", ".join(without) or "none", not without)]
    for study in WATCHED:
        run = runs[study]
        figure = f"share of the wall time of {study} (quick) that is rounds, {when}"
        if run is None or run["spent"] is None:
            rows.append(Row(figure, f"{100 * ROUNDS_SHARE:.0f} %", "the run failed", None))
            continue
        shares = {name.removesuffix("_ns"): ns / 1e9 / run["seconds"] for name, ns in run["spent"].items()}
        told = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items())
        paid = 1 - shares["building"]  # building counts against no budget
        is_reached = shares["rounds"] >= ROUNDS_SHARE * paid and shares["evidence"] <= EVIDENCE_SHARE
        rows.append(Row(figure, f"{100 * ROUNDS_SHARE:.0f} % of all but building", told, is_reached))
    return rows


def _run(study: str, home: Path) -> dict[str, Any] | None:
    """The document of a quick run with a cache of its own; None if it failed."""
    command = [sys.executable, "-m", "iotrial", "run", study, "--quick", "--json", "--results", str(home / "runs")]
    environment = {**os.environ, "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    return dict(json.loads(done.stdout)) if done.returncode == 0 else None


def _has_interval(run: dict[str, Any] | None) -> bool:
    """True if every level of a run has an interval for some arm."""
    levels = [level for level in run["levels"] if level["status"] == "measured"] if run else []
    return bool(levels) and all(any(arm["low"] is not None for arm in level["arms"]) for level in levels)
