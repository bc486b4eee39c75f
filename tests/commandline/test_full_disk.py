"""A disk that fills up in the middle of a run: the arms or the run say so, and what was measured is kept."""

from __future__ import annotations

import concurrent.futures
import contextlib
import errno
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.command import PATIENCE_S, SMALL, Place

LONG = (*SMALL, "--rounds", "400", "--budget", "10min")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A tmpfs of 80 MiB; only root can make one."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=80m", "none", folder]).returncode:
        pytest.skip("a small disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder: Path) -> None:
    with (folder / "ballast").open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError as error:
            assert error.errno == errno.ENOSPC


@contextlib.contextmanager
def kept_full(folder: Path) -> Iterator[None]:
    """Fill it again and again: what a sample removes is room for the next one."""
    ended = threading.Event()

    def fill_again() -> None:
        while not ended.wait(0.01):
            fill(folder)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        filler = pool.submit(fill_again)
        try:
            yield
        finally:
            ended.set()
            filler.result()


def fill_in_the_middle(place: Place, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start a run, fill the disk after some sweeps, and wait for the end."""
    process = place.start("run", *arguments)
    end = time.monotonic() + PATIENCE_S
    while len(list(place.results.glob("[!.]*/sweep-*.parquet"))) < 3:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.01)
    with kept_full(folder):
        out, err = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def test_a_target_that_fills_up_fails_the_arms_with_the_reason(place: Place, small_disk: Path) -> None:
    done = fill_in_the_middle(place, small_disk, *LONG, "--target", str(small_disk), "--json")
    assert done.returncode == 0, done.stderr
    level = json.loads(done.stdout)["levels"][0]
    reasons = [arm["reason"] or "" for arm in level["arms"]]
    assert any("No space left on device" in reason for reason in reasons), reasons
    assert all(arm["verdict"] in (None, "invalid") for arm in level["arms"])
    assert all(str(small_disk) not in reason or "/level-0000/" in reason for reason in reasons), "a path of one round"
    assert [path.name for path in small_disk.iterdir()] == ["ballast"]


def test_results_that_fill_up_end_the_run_which_goes_on_once_there_is_room(place: Place, small_disk: Path) -> None:
    place.results = small_disk / "results"
    place.environment["IOTRIAL_RESULTS"] = str(place.results)
    plan = ("--rounds", "16", "--no-evidence", "--target", str(place.target))
    done = fill_in_the_middle(place, small_disk, *SMALL, *plan)
    assert done.returncode == 2 and "No space left on device" in done.stderr and "--resume" in done.stderr
    assert place.leftovers() == []
    assert not list(place.results.glob("*/*.part*"))
    assert place.document("show")["levels"][0]["rounds"] >= 3
    (small_disk / "ballast").unlink()
    assert place.run("run", "--resume", "last", "--target", str(place.target)).returncode == 0
    assert place.document("show")["complete"]
