"""A made-up run that was never written is in everything the run that is read from its parts."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.explain_run import explain_run
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.store import column, stored_surroundings
from iotrial.store.read import StoredRun, open_run
from iotrial.store.record import LevelRecord, WriterHost
from judge import made

SWEEPS = 9

#: Columns of figures of several workers, of servers, of draws, and those that stand for a round or a block.
SEVERAL = ("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run", "due", "served")
SERVERS = ("requests", "held_ns", "compared", "clock_error_ns")
OF_SAMPLES = (
    *("minor_faults", "major_faults", "voluntary_switches", "involuntary_switches", "device_read_bytes"),
    *("runtime_peak_bytes", "runtime_peak_real_bytes", "queue_ns", "reader_ns", "reader_queue_ns"),
    *("steal_ns", "io_pressure_ns", "memory_pressure_ns", "writeback_bytes", "clock_khz"),
)


def with_all(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
    """Give every figure to some samples and none to others; let some fail, some be void, and some be planted."""
    rng = np.random.default_rng([sweep, 5])
    count = len(rows["arm"])
    names = (*SEVERAL, *SERVERS, *OF_SAMPLES, *stored_surroundings.COLUMNS)
    figures = {name: rng.integers(0, 60_000, count).tolist() for name in names}
    for name in names:
        figures[name] = [None if rng.random() < 0.2 else value for value in figures[name]]
    hit = (rows["block"] == 1) & (sweep == 2)
    failed = (rows["arm"] == 3) & (sweep > 5)
    words = {True: "void", False: "ok"}
    status = ["failed" if bad else words[bool(one)] for one, bad in zip(hit, failed, strict=True)]
    reason = [f"it broke{'!' * int(arm)}" if one else None for one, arm in zip(hit | failed, rows["arm"], strict=True)]
    planted = {"iterations": rows["iterations"] * np.where(rows["arm"] == 2, 3, 1), "status": status, "reason": reason}
    return {**rows, **figures, **planted}


def late(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
    """Leave the last arm of the first level out of the first sweeps, and the second level out of the last."""
    kept = np.flatnonzero(
        ~(((rows["arm"] == 3) & (rows["level"] == 0) & (sweep < 3)) | ((rows["level"] == 1) & (sweep > 6)))
    )
    return {
        name: values[kept] if isinstance(values, np.ndarray) else [values[row] for row in kept]
        for name, values in rows.items()
    }


def levels(**given: Any) -> list[LevelRecord]:
    floor = made.arm("c/least", role="floor", floor="copying")
    return [made.level({"n": number}, "php/a", ["php/b", "c/d"], floors=[floor], **given) for number in (1, 10)]


HOSTS = [WriterHost(name=name, kernel="6.1", filesystem="nfs4") for name in ("web1", "web2")]

RUNS: dict[str, tuple[list[LevelRecord], dict[str, Any]]] = {
    "plain": (levels(), {}),
    "nothing": (levels(), {"sweeps": 0}),
    "everything": (levels(surroundings=["path", "heap", "environment"]), {"change": with_all}),
    "less its wait": (
        [one.model_copy(update={"clock": "wall less others"}) for one in levels()],
        {"change": with_all},
    ),
    "writers": (levels(window_ns=250_000_000, workers=2, hosts=HOSTS), {"change": with_all}),
    "servers": (levels(requests="open loop"), {"change": with_all}),
    "gaps": (levels(), {"change": late}),
    "skipped": ([levels()[0], levels(status="skipped", reason="no disk")[1]], {}),
}


@pytest.mark.parametrize("kind", RUNS)
def test_it_is_the_run_that_is_read(tmp_path: Path, kind: str) -> None:
    given_levels, given = RUNS[kind]
    options = {"sweeps": SWEEPS, **given}
    run = made.run(given_levels)
    one = made.opened(tmp_path, run, {"php/b": 1.5}, **options)
    folder = made.store(tmp_path, run, {"php/b": 1.5}, **options)
    other = open_run(folder)
    assert (one.run, one.folder, one.sweeps, one.problems) == (other.run, other.folder, other.sweeps, other.problems)
    assert [(part.rows, part.blocks) for part in one.parts.values()] == [
        (part.rows, part.blocks) for part in other.parts.values()
    ]
    require_same_levels(one, other)
    assert one.group_columns() == other.group_columns()
    for ours, theirs in zip(one.drawn, other.drawn, strict=True) if one.parts else ():
        assert ours.keys() == theirs.keys()
        for name, values in ours.items():
            np.testing.assert_array_equal(values, theirs[name], name)
    assert judge_run(Judging(one)) == judge_run(Judging(other))
    assert explain_run(Judging(one)) == explain_run(Judging(other))


def require_same_levels(one: StoredRun, other: StoredRun) -> None:
    """Hold every figure of every level against that of the other run."""
    assert len(one.levels) == len(other.levels)
    for number, (ours, theirs) in enumerate(zip(one.levels, other.levels, strict=True)):
        for name in (field.name for field in fields(ours) if field.name not in ("beside", "noise")):
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
        assert ours.beside == theirs.beside
        assert (ours.noise is None) == (theirs.noise is None)
        if ours.noise is not None and theirs.noise is not None:
            for field in fields(ours.noise):
                np.testing.assert_array_equal(getattr(ours.noise, field.name), getattr(theirs.noise, field.name))
        for of in (*column.COLUMNS, *column.OF_SEVERAL) if one.parts else ():
            np.testing.assert_array_equal(one.column(number, of), other.column(number, of), of)
