"""Made-up runs: real folders, written as a run writes them, with times that are known."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from iotrial.judge.clock_shares import ClockShares, clocks_of, difference_of
from iotrial.judge.counters import Counters
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.stats.replication import Replication
from iotrial.stats.risk import Family, Risk
from iotrial.store import write
from iotrial.store.database import quoted
from iotrial.store.record import Arm, LevelRecord, Memory, MemoryReading, Run
from iotrial.store.write import RunWriter
from judge.unwritten import Unwritten, unwritten

#: The baseline's time of one iteration, in ns.
BASE_NS = 2_000_000.0

ROLES_OF_1 = ("baseline", "placebo")

#: By arm: its time over the baseline's.
Ratios = Mapping[str, float]


def arm(name: str, **given: Any) -> Arm:
    """An arm that was measured, with figures that are easy to read."""
    record: dict[str, Any] = {
        "role": "arm",
        "runtime": "PHP 8.2.35",
        "iterations": 4,
        "clock_step_ns": 20,
        "kit_ns": 50.0,
        "work": 20_971_520,
        "memory": Memory(peak_bytes=18 << 20, before_bytes=16 << 20, runtime_peak_bytes=430_080),
    }
    return Arm(arm=name, **{**record, **given})


def level(factors: Mapping[str, int | str], baseline: str, others: Sequence[str | Arm], **given: Any) -> LevelRecord:
    """A level with its baseline, the placebo and other arms."""
    arms = [arm(baseline, role="baseline"), arm(baseline, role="placebo")]
    arms += [arm(other) if isinstance(other, str) else other for other in others]
    return LevelRecord(level=dict(factors), **{"arms": arms, "rounds": 12, "blocks": 5, **given})


def run(levels: Sequence[LevelRecord], **given: Any) -> Run:
    """A run of these levels that was finished."""
    record: dict[str, Any] = {
        "run": "20261121-143055-k3x9",
        "iotrial": "0.1.0",
        "study": "readfile",
        "question": "Does readfile() cost more than a loop?",
        "job": "deliver",
        "unsaid": {"cache": "warm", "writers": 1, "clients": 1, "rotate": "no", "arrival": "none", "cut": "never"},
        "work_unit": "bytes",
        "study_text": "",
        "quick": True,
        "seed": 7,
        "margin": 0.01,
        "budget_seconds": 20.0,
        "started_at": "2026-11-21T14:30:55+00:00",
        "finished_at": "2026-11-21T14:31:36+00:00",
        "complete": True,
        "stopped": "rounds",
        "seconds": 41.2,
    }
    return Run(levels=list(levels), **{**record, **given})


def columns(made: Run, sweep: int, ratios: Ratios, noise: float = 0.001) -> dict[str, Any]:
    """The rows of one sweep: every arm that is measured (or timed all the same) in every block of every level."""
    rng = np.random.default_rng([sweep, 1])
    pieces: list[dict[str, Any]] = []
    for number, at in enumerate(made.levels):
        every = [*at.arms, *at.floors]
        timed = [index for index, one in enumerate(every) if one.status in ("measured", "disqualified")]
        if at.status == "skipped" or not timed:
            continue
        shape = (at.blocks, len(timed))
        ratio = np.array(
            [1.0 if every[index].role in ROLES_OF_1 else ratios.get(every[index].arm, 1.0) for index in timed]
        )
        time_ns = BASE_NS * ratio * np.exp(noise * rng.standard_normal(shape))
        iterations = np.broadcast_to([every[index].iterations or 1 for index in timed], shape)
        slots = np.argsort(rng.random(shape), axis=1)
        pieces.append(
            {
                "level": np.full(shape, number),
                "arm": np.broadcast_to(timed, shape),
                "block": np.broadcast_to(np.arange(at.blocks)[:, None], shape),
                "slot": slots,
                "iterations": iterations,
                "counted": iterations,
                "wall_ns": (time_ns * iterations).round().astype(np.int64),
                "user_ns": (0.25 * BASE_NS * ratio * iterations).round().astype(np.int64),
                "system_ns": (0.5 * BASE_NS * ratio * iterations).round().astype(np.int64),
            }
        )
    if not pieces:
        return {"sweep": []}
    joined = {name: np.concatenate([piece[name].ravel() for piece in pieces]) for name in pieces[0]}
    rows = len(joined["level"])
    return {"sweep": np.full(rows, sweep), "status": ["ok"] * rows, "reason": [None] * rows, **joined}


def sweeps_of(
    made: Run,
    ratios: Ratios | None = None,
    *,
    sweeps: int = 12,
    noise: float = 0.001,
    change: Callable[[int, dict[str, Any]], dict[str, Any]] = lambda sweep, given: given,
) -> list[dict[str, Any]]:
    """Make up the columns of each sweep; `change` may spoil them."""
    return [change(sweep, columns(made, sweep, ratios or {}, noise)) for sweep in range(sweeps)]


def store(root: Path, made: Run, ratios: Ratios | None = None, **drawn: Any) -> Path:
    """Write the run under the root; drawn: see `sweeps_of`."""
    every = sweeps_of(made, ratios, **drawn)
    write_parquet, parts = write._write_parquet, parts_of(every)

    def written(connection: Any, path: Path, given: Mapping[str, Any]) -> None:
        if parts:
            path.write_bytes(parts[given["sweep"][0]])
        else:
            write_parquet(connection, path, given)

    # Nobody loses what was made up here when the power fails.
    with (
        mock.patch("os.fsync"),
        mock.patch("iotrial.store.write._write_parquet", written),
        RunWriter.create(root, made) as writer,
    ):
        for sweep, given in enumerate(every):
            writer.sweep(sweep, given)
        return writer.folder


def opened(root: Path, made: Run, ratios: Ratios | None = None, **drawn: Any) -> Unwritten:
    """The run as `store` writes it and as it is read again, for what is not about files: none is written."""
    return unwritten(root / made.run, made, sweeps_of(made, ratios, **drawn))


def judged(root: Path, made: Run, ratios: Ratios | None = None, **given: Any) -> JudgedRun:
    """The same, judged."""
    return judge_run(Judging(opened(root, made, ratios, **given)))


#: Of larger runs the parts are not kept, nor would they come again.
MOST_KEPT_BYTES = 1_000_000

#: The parts of runs that this process has written, by a hash of their columns: most were made up before.
_WRITTEN: dict[bytes, dict[int, bytes]] = {}


def parts_of(every: Sequence[Mapping[str, Any]]) -> dict[int, bytes]:
    """Return the part of each sweep: written together, as each alone takes long, unless they are not alike."""
    if not every or not all(
        one.keys() == every[0].keys() and set(one["sweep"]) == {number} for number, one in enumerate(every)
    ):
        return {}
    key = hashlib.sha256(pickle.dumps(every)).digest()
    if key not in _WRITTEN:
        joined = {name: [value for one in every for value in one[name]] for name in every[0]}
        with tempfile.TemporaryDirectory() as name, write._database() as connection:
            whole, folder = Path(name, "whole"), Path(name, "parts")
            write._write_parquet(connection, whole, joined)
            each = f"SELECT *, sweep AS part FROM read_parquet({quoted(str(whole))})"
            connection.execute(f"COPY ({each}) TO {quoted(str(folder))} (FORMAT parquet, PARTITION_BY (part))")
            parts = {sweep: next((folder / f"part={sweep}").iterdir()).read_bytes() for sweep in range(len(every))}
        if sum(map(len, parts.values())) > MOST_KEPT_BYTES:
            return parts
        _WRITTEN[key] = parts
    return _WRITTEN[key]


def as_format_1(run: dict[str, Any]) -> dict[str, Any]:
    """The run.json that the first format had of the same run."""
    text = json.dumps({**run, "format": 1})
    return json.loads(  # type: ignore[no-any-return]
        text.replace('"floors":', '"limits":')
        .replace('"floor":', '"limit":')
        .replace('"role": "floor"', '"role": "limit"')
    )


def as_earlier(part: Path) -> Path:
    """Give a part the name that earlier versions gave it, without its checksum."""
    return part.rename(part.with_name(re.sub(r"-[0-9a-f]{16}\.", ".", part.name)))


def steady(own: Counters, base: Counters, **given: Any) -> ClockShares:
    """The clocks of a difference between two arms if every round of a run is alike."""
    more_ns = difference_of(own, base)
    assert more_ns is not None
    cpu_ns = np.nan if own.cpu_ns is None or base.cpu_ns is None else own.cpu_ns - base.cpu_ns
    shape = (11, 3)
    return clocks_of(np.full(shape, more_ns), np.full(shape, cpu_ns), direction=1 if more_ns > 0 else -1, **given)


#: The sizes of `memory_run`.
MEMORY_SIZES = (5_000_000, 20_971_520)


def with_memory(name: str, file_bytes: int, *, mapped: float, own: float, processes: int = 10, **given: Any) -> Arm:
    """An arm that maps a share of the file and has a share of it as its own, beside 4 MiB."""
    own_bytes, mapped_bytes = 4 * (1 << 20) + round(own * file_bytes), (1 << 20) + round(mapped * file_bytes)
    readings = [
        MemoryReading(
            peak_bytes=own_bytes + mapped_bytes + 4096 * number,
            how="stops",
            anonymous_bytes=own_bytes + 4096 * number,
            file_bytes=mapped_bytes,
            shared_bytes=0,
            reclaimable_bytes=mapped_bytes,
        )
        for number in range(processes)
    ]
    return arm(name, work=file_bytes, memory=Memory(peak_bytes=readings[0].peak_bytes, readings=readings), **given)


def memory_run(**given: Any) -> Run:
    """Two sizes: one arm that stays the same, one that maps the file, one that holds it."""
    levels = []
    for size in MEMORY_SIZES:
        arms = [
            with_memory("php/readfile", size, mapped=0, own=0, role=role, **given) for role in ("baseline", "placebo")
        ]
        arms += [with_memory("c/mmap_write", size, mapped=1, own=0, **given)]
        arms += [with_memory("php/file_get_contents", size, mapped=0, own=1, **given)]
        levels.append(level({"file_bytes": size, "sink": "pipe"}, "php/readfile", [], arms=arms))
    return run(levels)


def rounds_needed(
    family: Family, statements: float, *others: Family, comparisons: int = 1, sequence: bool = False
) -> int:
    """The fewest rounds with an interval for one of so many statements of a family, in a run that has others too."""
    share = Risk(comparisons, frozenset(others)).share(family)
    return Replication(sequence).least_rounds(share / statements)


def shuffled(sweep: int, sweeps: int = 12) -> int:
    """The number of a round among so many, in an order that is no trend."""
    return int(np.random.default_rng(3).permutation(sweeps)[sweep])
