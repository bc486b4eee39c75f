"""A run of `iotrial run serve`, and what is stored of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from iotrial.store.query import query

#: The method that others are compared with, and the usual level.
BASELINE = "nginx_fpm/readfile"
USUAL = {"file_bytes": 1 << 20, "clients": 8}

#: A run that is not over after so much more than its budget has failed; without a budget, after this long.
MORE_S, PATIENCE_S = 900, 1800


@dataclass(frozen=True)
class Stored:
    """The document of a run with one level, and the folder of its results."""

    document: Mapping[str, Any]
    results: Path

    @property
    def level(self) -> Mapping[str, Any]:
        """Its level."""
        return dict(self.document["levels"][0])

    def arm(self, name: str) -> Mapping[str, Any] | None:
        """What is said of an arm; None if it is not there."""
        return next((arm for arm in self.level["arms"] if arm["arm"] == name), None)

    def floor(self, name: str) -> Mapping[str, Any] | None:
        """What is said of a floor; None if it is not there."""
        return next((floor for floor in self.level["floors"] if floor["arm"] == name), None)

    def ask(self, sql: str) -> Sequence[Sequence[Any]]:
        """The answer of a query about the run."""
        return query(self.results, sql).rows

    def by_round(self, name: str) -> list[float]:
        """The time that an arm took for a request in each round, ns."""
        found = self.ask(
            f"SELECT median(wall_ns / iterations) FROM samples WHERE arm = '{name}' AND status = 'ok' GROUP BY sweep"
        )
        return [float(ns) for (ns,) in found]

    def requests(self, name: str) -> int:
        """The timed requests to an arm."""
        return int(self.ask(f"SELECT coalesce(sum(iterations), 0) FROM samples WHERE arm = '{name}'")[0][0])

    def failures(self, name: str) -> list[str]:
        """Why samples of an arm failed, where requests did."""
        found = self.ask(f"SELECT reason FROM samples WHERE arm = '{name}' AND reason LIKE '%requests failed%'")
        return [str(reason) for (reason,) in found]


def measured(
    results: Path,
    methods: Sequence[str],
    *options: str,
    factors: Mapping[str, int] = USUAL,
    budget_s: int | None = None,
    trees: Sequence[Path] = (),
) -> Stored | str:
    """Run methods of `serve` at one level, without evidence; return why there is no document if it fails."""
    words = [word for name in methods for word in ("--method", name)]
    words += [word for name, value in factors.items() for word in ("--set", f"{name}={value}")]
    words += [word for tree in trees for word in ("--with", str(tree))]
    words += ["--budget", f"{budget_s}s"] if budget_s else []
    command = [sys.executable, "-m", "iotrial", "run", "serve", *words, *options, "--no-evidence"]
    command += ["--results", str(results), "--json"]
    patience_s = budget_s + MORE_S if budget_s else PATIENCE_S
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=patience_s)
    except subprocess.TimeoutExpired:
        return f"the run was not over after {patience_s} s"
    if done.returncode:
        return done.stderr.strip().rpartition("error: ")[2].partition("\n")[0] or f"exit code {done.returncode}"
    return Stored(json.loads(done.stdout), results)
