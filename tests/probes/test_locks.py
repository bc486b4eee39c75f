"""What workers say of their waits for a lock, which a method may have written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from iotrial.probes.locks import read_waits
from iotrial.store.record import LockWait
from iotrial.workers.moments import MOST_MOMENTS_BYTES

WINDOW = (1000, 2000)


def noted(folder: Path, *rows: tuple[int, int], member: int = 0) -> None:
    (folder / f"locks-{member}").write_bytes(np.array(rows, dtype=np.int64).tobytes())


def test_waits_within_the_window_are_those_of_all_members(tmp_path: Path) -> None:
    noted(tmp_path, (500, 900), (1100, 1110))
    noted(tmp_path, (1200, 1230), (1990, 2100), (2000, 2500), member=1)
    found = read_waits(tmp_path / "locks", WINDOW, 2)
    assert (found.count, found.longest_ns, found.reason) == (3, 110, None)


def test_a_worker_that_noted_nothing_is_told_of(tmp_path: Path) -> None:
    noted(tmp_path)
    assert read_waits(tmp_path / "locks", WINDOW, 1) == LockWait(count=0)
    assert read_waits(tmp_path / "locks", WINDOW, 2).reason == "a worker ended without saying how long it had waited"


def test_times_that_cannot_be_are_no_waits(tmp_path: Path) -> None:
    least, most = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    noted(tmp_path, (1500, 1400), (least, 1500), (least, most), (1100, 1105), (1100, most))
    found = read_waits(tmp_path / "locks", WINDOW, 1)
    assert (found.count, found.longest_ns) == (1, 5)


def hollow(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_MOMENTS_BYTES + 16)


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (lambda path: path.write_bytes(b"x" * 24), "cannot reshape"),
        (lambda path: path.write_bytes(b"x" * 17), "buffer size"),
        (hollow, "far more than any method leaves"),
        (os.mkfifo, "no regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "symbolic links"),
        (Path.mkdir, "no regular file"),
    ],
)
def test_what_is_no_note_costs_that_figure_and_nothing_else(
    tmp_path: Path, put: Callable[[Path], object], why: str
) -> None:
    put(tmp_path / "locks-0")
    found = read_waits(tmp_path / "locks", WINDOW, 1)
    assert found.count is None and found.reason is not None
    assert "what a worker says of its waits cannot be read: " in found.reason and why in found.reason
