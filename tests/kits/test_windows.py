"""Records of several writers are the same in every kit, byte by byte, and their moments are in order."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest

from iotrial.jobs.difference import first_difference
from iotrial.measure.ready import build_arms
from iotrial.places.target import resolve
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.tagged import Layout, find
from iotrial.workers.task import task_of
from iotrial.workers.worker import Command, Worker
from kits.made import catalog_of_all, languages_with, program_for, quick

PAIRS: dict[str, str | int | bytes] = {"job": "append", "records": 3, "lead_records": 1}
# A busy machine may wake a worker only when its window is over: then another one is so many times as long.
TIMES_LONGER = (1, 5, 25)


def work_of(
    language: str, folder: Path, layout: Layout, least: int = 1, **window: int
) -> tuple[bytes, np.ndarray, int, int]:
    """The records of a writer, its moments, the work that it says it did, and by how much its window was longer.

    It is longer if less than the least was done.
    """
    for longer in TIMES_LONGER:
        lengthened = {name: nanoseconds * longer for name, nanoseconds in window.items()}
        content, moments, work = work_within(language, folder, layout, **lengthened)
        if work >= least:
            break
    return content, moments, work, longer


def work_within(language: str, folder: Path, layout: Layout, **window: int) -> tuple[bytes, np.ndarray, int]:
    """The records, the moments and the work of one window."""
    catalog = catalog_of_all()
    method = next(method for method in catalog.methods_of("append") if method.language == language)
    program = program_for(quick(catalog.kits[language], method), method)
    (folder / "log.0").write_bytes(b"")
    worker = Worker(Command(program.argv, os.environ, stdout=None, log=folder / "log of the worker"))
    try:
        ending = "newline" if layout.newline else "none"
        paths = {"output": str(folder / "log"), "lead_output": str(folder / "led")}
        worker.ask("prepare", 20, **PAIRS, **paths, record_bytes=layout.record_bytes, ending=ending, writer=42)
        now = time.monotonic_ns()
        window = {name: now + offset if name != "every_ns" else offset for name, offset in window.items()}
        sample = worker.ask("measure", 20, iterations=1, lead_in=0, moments=str(folder / "moments"), **window)
    finally:
        worker.close()
    moments = np.fromfile(folder / "moments", dtype=np.int64).reshape(-1, 2)
    # A kit looks at the clock, makes the record, and notes when it hands that over: the last one may be late for that.
    assert (moments[:-1, 0] < window["end_ns"]).all(), "records were begun when the window was over"
    return (folder / "log.0").read_bytes(), moments, sample.number("work") or 0


@pytest.mark.parametrize(
    "layout", [Layout(100, newline=True), Layout(17, newline=False), Layout(64, newline=True)], ids=str
)
@pytest.mark.parametrize("language", languages_with("windows"))
def test_a_window_is_filled_with_tagged_records(language: str, layout: Layout, tmp_path: Path) -> None:
    content, moments, work, _ = work_of(language, tmp_path, layout, start_ns=0, end_ns=50_000_000)
    wanted = b"".join(layout.record(42, number) for number in range(work))
    assert first_difference(content, wanted) is None  # megabytes beside each other take pytest minutes to show
    assert len(moments) == work > 0
    assert (moments[:, 0] <= moments[:, 1]).all() and (moments[1:, 0] >= moments[:-1, 1]).all()
    found = find(content, layout)
    assert (found.sequence == np.arange(work)).all() and (found.writer == 42).all()


@pytest.mark.parametrize("language", languages_with("windows"))
def test_arrivals_begin_when_they_are_due(language: str, tmp_path: Path) -> None:
    """Two calls are due within the window, each of three records."""
    layout = Layout(100, newline=True)
    window = {"start_ns": 5_000_000, "end_ns": 255_000_000, "every_ns": 150_000_000}
    content, moments, work, longer = work_of(language, tmp_path, layout, least=6, **window)
    assert work == 6 and content == b"".join(layout.record(42, number) for number in range(6))
    due = moments[:, 0]
    assert (due - due[0] == np.repeat([0, longer * window["every_ns"]], 3)).all()


@pytest.mark.parametrize("language", languages_with("windows"))
def test_no_record_begins_before_the_window_does(language: str, tmp_path: Path) -> None:
    begun_ns = time.monotonic_ns()
    window = {"start_ns": 40_000_000, "end_ns": 90_000_000}
    _, moments, _, longer = work_of(language, tmp_path, Layout(100, newline=True), **window)
    assert len(moments) > 0
    # The test's own reading of the clock lies before the one that the window was counted from.
    assert moments.min() >= begun_ns + longer * window["start_ns"]


def test_a_kit_without_windows_is_left_out_where_several_write_at_once(tmp_path: Path) -> None:
    catalog = catalog_of_all()
    job, folder = catalog.jobs["append"], tmp_path / "level"
    folder.mkdir()
    methods = [catalog.methods["append", name] for name in ("perl/syswrite", "python/os_write")]
    reasons = []
    for writers in (1, 2):
        arms = [ArmState(index, one.arm, "arm", one, catalog.kits[one.language]) for index, one in enumerate(methods)]
        factors = {name: factor.default for name, factor in job.factors.items()} | {"writers": writers}
        plan = LevelPlan(0, factors, task_of(job, factors, tmp_path))
        level = LevelState(plan, LevelResources(folder, resolve("disk", tmp_path)), arms)
        build_arms(level)
        reasons.append([arm.reason for arm in arms if arm.reason is None or "windows" in arm.reason])
    lacking = "the kit of perl has no windows of time, which several workers at once need"
    assert reasons == [[None, None], [lacking, None]] or shutil.which("perl") is None
