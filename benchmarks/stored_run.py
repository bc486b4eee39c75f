"""How long `iotrial show` takes on a run of 10 million samples, and the run itself, which nobody measured."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from benchmarks.row import Row
from iotrial.store.record import Arm, LevelRecord, Memory, Run
from iotrial.store.sample import SAMPLE
from iotrial.store.write import RunWriter

MOST_SECONDS, MOST_BYTES = 10.0, 1 << 30

BASE_NS = 2_000_000.0


@dataclass(frozen=True)
class Shape:
    """How large a run is; `arms` counts baseline and placebo."""

    levels: int
    arms: int
    blocks: int
    sweeps: int

    @property
    def samples(self) -> int:
        return self.levels * self.arms * self.blocks * self.sweeps

    def __str__(self) -> str:
        return f"{self.levels}x{self.arms}x{self.blocks}x{self.sweeps}"


#: Few levels with long rounds, the 29 sizes of a directory study, and one level that was measured for hours.
SHAPES = (Shape(10, 30, 99, 337), Shape(29, 20, 25, 690), Shape(1, 30, 99, 3367))


def rows(long: bool) -> list[Row]:
    """One shape, or with `long` all."""
    return [_show(shape) for shape in (SHAPES if long else SHAPES[:1])]


def _show(shape: Shape) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        made = store(Path(folder), shape)
        seconds, peak_bytes = show(made)
    figure = f"iotrial show on a stored run of {shape.samples / 1e6:.1f} million samples ({shape})"
    found = f"{seconds:.1f} s, {peak_bytes / (1 << 20):.0f} MiB"
    return Row(figure, "10 s, 1 GiB", found, seconds <= MOST_SECONDS and peak_bytes <= MOST_BYTES)


def show(folder: Path) -> tuple[float, int]:
    """Seconds and peak resident bytes of `iotrial show --json` of a run, as a process of its own."""
    return timed("show", folder.name, "--results", str(folder.parent), "--json")


def timed(*words: str, errors: IO[str] | None = None) -> tuple[float, int]:
    """Seconds and peak resident bytes of a command of iotrial, as a process of its own; errors: its stderr."""
    command = [sys.executable, "-m", "iotrial", *words]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors) as process:
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def store(root: Path, shape: Shape, seed: int = 1) -> Path:
    """Write a run of that shape as `iotrial run` does, and give back its folder."""
    rng = np.random.default_rng(seed)
    with RunWriter.create(root, _run(shape, seed)) as writer:
        for sweep in range(shape.sweeps):
            writer.sweep(sweep, _columns(shape, sweep, rng))
        return writer.folder


def _run(shape: Shape, seed: int) -> Run:
    return Run(
        run=f"20000101-000000-{shape}",
        iotrial="0",
        study="stored-run",
        question="How long does it take to judge a large run?",
        job="list",
        work_unit="entries",
        study_text="",
        quick=False,
        seed=seed,
        margin=0.01,
        budget_seconds=600,
        levels=[
            LevelRecord(
                level={"entries": 10 * level},
                arms=list(_arms(shape)),
                rounds=shape.sweeps,
                blocks=shape.blocks,
            )
            for level in range(shape.levels)
        ],
        started_at="2000-01-01T00:00:00+00:00",
        finished_at="2000-01-01T00:10:00+00:00",
        complete=True,
        stopped="rounds",
        seconds=600.0,
    )


def _arms(shape: Shape) -> Iterator[Arm]:
    for number in range(shape.arms):
        yield Arm(
            arm="php/method_0" if number < 2 else f"php/method_{number - 1}",
            role="baseline" if number == 0 else "placebo" if number == 1 else "arm",
            iterations=4,
            clock_step_ns=20,
            kit_ns=50.0,
            work=1000,
            memory=Memory(peak_bytes=18 << 20, before_bytes=16 << 20, runtime_peak_bytes=430_080),
        )


def _columns(shape: Shape, sweep: int, rng: np.random.Generator) -> dict[str, Any]:
    """One sweep; every arm but the placebo is 2 % slower than the one before it, and no column is without a figure."""
    size = (shape.levels, shape.blocks, shape.arms)
    level, block, arm = (axis.ravel() for axis in np.indices(size))
    ratio = 1 + 0.02 * np.maximum(arm - 1, 0)
    process = np.repeat(0.003 * rng.standard_normal((shape.levels, 1, shape.arms)), shape.blocks, axis=1).ravel()
    wall_ns = 4 * BASE_NS * (1 + level) * ratio * np.exp(process + 0.005 * rng.standard_normal(len(arm)))
    rows = len(arm)
    figures: dict[str, Any] = {
        "sweep": np.full(rows, sweep),
        "level": level,
        "arm": arm,
        "block": block,
        "slot": np.argsort(rng.random(size), axis=2).ravel(),
        "status": np.full(rows, "ok", dtype=object),
        "iterations": np.full(rows, 4),
        "counted": np.full(rows, 4),
        "wall_ns": wall_ns.astype(np.int64),
        "user_ns": (0.3 * wall_ns).astype(np.int64),
        "system_ns": (0.6 * wall_ns).astype(np.int64),
        "begin_ns": 10**12 * (sweep + 1) + np.cumsum(wall_ns).astype(np.int64),
    }
    others = [name for name in SAMPLE if name not in figures and name != "reason"]
    return figures | {name: rng.integers(0, 4096, rows) for name in others}
