"""Requests per second as iotrial says them, against h2load as anybody starts it, on the same servers in turn."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.row import Row
from benchmarks.servers.stored import USUAL, Stored, measured
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.workers.build import program_of, require
from iotrial.workers.task import task_of
from iotrial.workers.unavailable import Unavailable

REACH = 0.05

#: The arms of the short form.
FEW = ("nginx_fpm/readfile", "nginx_fpm/x_accel_redirect", "gunicorn/wsgi_file_wrapper", "node_http/create_read_stream")

#: A run has at most so many methods; turns, and rounds by hand on each side of a run.
TOGETHER, TURNS, LONG_TURNS, HAND_ROUNDS = 4, 2, 3, 4

#: Requests by hand: those that nobody looks at, and those that count.
WARM_REQUESTS, REQUESTS = 100, 800
PATIENCE_S = 60

#: Samples of the bootstrap, and its coverage.
DRAWN, CONFIDENCE = 2000, 0.95

_RATE = re.compile(r"finished in [\d.]+\w+, ([\d.]+) req/s")
_DONE = re.compile(r"(\d+) succeeded, 0 failed, 0 errored")

_HERE = Path(__file__).parent


def rows(long: bool, arms: Sequence[str] | None = None, turns: int | None = None) -> Iterator[Row]:
    """A row for each arm: four of them, or with `long` every method that can run here."""
    catalog = tree.load()
    wanted = arms or (sorted(method.arm for method in catalog.methods_of("serve")) if long else FEW)
    possible = [arm for arm in wanted if can_run(arm, catalog)]
    if shutil.which("h2load") is None or not possible:
        yield Row("requests per second against h2load by hand", f"within {REACH:.0%}", "no server can run here", None)
        return
    for some in (possible[at : at + TOGETHER] for at in range(0, len(possible), TOGETHER)):
        yield from _rows(some, catalog, turns or (LONG_TURNS if long else TURNS))


def _rows(arms: Sequence[str], catalog: Catalog, turns: int) -> Iterator[Row]:
    by_hand: dict[str, list[float]] = {arm: [] for arm in arms}
    runs: list[Stored] = []
    failed = ""
    with tempfile.TemporaryDirectory(prefix="iotrial-servers-") as made, Servers(Path(made), catalog) as servers:
        for turn in range(turns):
            servers.add_rounds(by_hand, HAND_ROUNDS)
            plan = ("--rounds", "8", "--blocks", "1", "--seed", str(turn))
            run = measured(Path(made) / f"runs-{turn}", arms, *plan)
            servers.add_rounds(by_hand, HAND_ROUNDS)
            if isinstance(run, str):
                failed = run
            else:
                runs.append(run)
        for arm in arms:
            yield _row(arm, runs, by_hand[arm], failed)


def _row(arm: str, runs: Sequence[Stored], by_hand: Sequence[float], failed: str) -> Row:
    figure = f"requests per second of {arm}, 1 MiB, 8 clients: iotrial's over h2load's by hand"
    reach = f"within {REACH:.0%}"
    told = [float(said["median_ns"]) for run in runs if (said := run.arm(arm)) and said["median_ns"]]
    if not told or not by_hand:
        reason = (failed or "iotrial has no figure") if not told else "requests by hand failed"
        return Row(figure, reach, reason, None)
    ours = 1e9 / statistics.median(told)
    theirs = statistics.median(by_hand)
    rounds = [1e9 / ns for run in runs for ns in run.by_round(arm)]
    low, high = ratio_bounds(rounds, by_hand)
    found = f"{ours / theirs:.3f} [{low:.3f}, {high:.3f}]: {ours:,.0f} against {theirs:,.0f}; "
    found += f"{len(rounds)} rounds against {len(by_hand)}"
    table = ({"arm": arm, "iotrial": rounds, "by_hand": list(by_hand)},)
    return Row(figure, reach, found, is_within(ours / theirs, low, high), table)


def is_within(ratio: float, low: float, high: float) -> bool | None:
    """True if a ratio is within reach; None if it is not and noise may be why."""
    if abs(ratio - 1) <= REACH:
        return True
    return None if low <= 1 + REACH and high >= 1 - REACH else False


def ratio_bounds(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """The interval of the ratio of two medians, by drawing rounds of each anew."""
    generator = np.random.default_rng(1)
    drawn = [
        np.median(generator.choice(np.array(ours), len(ours))) / np.median(generator.choice(theirs, len(theirs)))
        for _ in range(DRAWN)
    ]
    low, high = np.quantile(drawn, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return float(low), float(high)


def can_run(arm: str, catalog: Catalog) -> bool:
    """True if a method has all that it needs here."""
    method = catalog.methods[("serve", arm)]
    try:
        require(catalog.kits[method.language], method)
    except Unavailable:
        return False
    return True


class Servers:
    """Servers of methods at the usual level, started by themselves and loaded by hand."""

    def __init__(self, folder: Path, catalog: Catalog, factors: Mapping[str, int] = USUAL) -> None:
        """Take the folder for their files and rooms."""
        self._folder, self._catalog = folder, catalog
        job = catalog.jobs["serve"]
        level = {**{factor.name: factor.default for factor in job.factors.values()}, **factors}
        inputs = folder / "inputs"
        inputs.mkdir()
        self._task = task_of(job, level, inputs)
        self._pairs = self._task.prepare(folder / "by-hand", whole_lead_in=False)
        cpus = sorted(os.sched_getaffinity(0))
        self._client_cpu = cpus[-1]
        self.server_cpus = max(1, len(cpus) - 1)

    def __enter__(self) -> Servers:
        """Make the files."""
        self._task.create()
        return self

    def __exit__(self, *error: object) -> None:
        """Leave the files to whoever made the folder."""

    def add_rounds(self, found: Mapping[str, list[float]], rounds: int) -> None:
        """Add requests per second of each arm, round by round, each with fresh servers; none where requests fail."""
        for number in range(rounds):
            for arm in sorted(found, reverse=number % 2 == 1):
                with contextlib.suppress(RuntimeError):
                    found[arm].append(self.rate(arm))

    def rate(self, arm: str) -> float:
        """The requests per second of a fresh server; RuntimeError if it does not start, or if a request fails."""
        method = self._catalog.methods[("serve", arm)]
        kit = self._catalog.kits[method.language]
        folders = json.dumps([str(folder) for folder in (*method.beside, method.path.parent)])
        built = program_of(kit, method, {}).built
        places = ["" if built is None else str(built), *(str(self._pairs[name]) for name in ("room", "files", "key"))]
        command = [sys.executable, str(_HERE / "started.py"), str(kit.worker), str(kit.folder), folders, *places]
        target = str(self._pairs["target"])
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None and process.stdout is not None and process.stderr is not None
            try:
                port = process.stdout.readline().strip()
                if not port:
                    raise RuntimeError(process.stderr.read())
                url = f"http://127.0.0.1:{port}{target}"
                self._load(url, WARM_REQUESTS)
                return self._load(url, REQUESTS)
            finally:
                process.stdin.close()  # the end of its input, with which it ends its servers
                process.wait(PATIENCE_S)

    def _load(self, url: str, requests: int) -> float:
        command = ["h2load", "--h1", f"-n{requests}", f"-c{USUAL['clients']}", "-t1", url]
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            preexec_fn=lambda: os.sched_setaffinity(0, {self._client_cpu}),
        )
        rate, succeeded = _RATE.search(done.stdout), _DONE.search(done.stdout)
        if rate is None or succeeded is None or int(succeeded[1]) != requests:
            raise RuntimeError(done.stdout)
        return float(rate[1])
