"""Cold levels: what counts was shown to be cold, what was not is void, and what cannot be is refused beforehand."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from iotrial.places.cold import why_not_dropped
from places.disk import require_cold

if sys.platform != "linux":
    pytest.skip("only Linux tells what is in memory", allow_module_level=True)

SIZE = 1 << 20
METHODS = ("--method", "c/read_write_64k", "--method", "c/mmap_write")
SHORT = ("--rounds", "8", "--blocks", "1", "--no-evidence")
SAMPLES = (
    "SELECT map_extract(factors, 'cache')[1] AS cache, samples.status, samples.reason, iterations, resident_bytes,"
    " device_read_bytes FROM samples JOIN levels USING (run, level)"
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


@pytest.fixture
def disk(place: Place) -> Place:
    require_cold(place.target)
    return place


def samples(place: Place) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = place.document("query", SAMPLES)
    return rows


def test_every_cold_sample_that_counts_was_read_from_the_device(disk: Place) -> None:
    disk.measure_floors()  # which are cold, too
    arguments = ("deliver", "--set", f"file_bytes={SIZE}", "--set", "cache=warm,cold", *METHODS, *SHORT)
    document = disk.valid_document("run", *arguments, "--target", str(disk.target))
    used = [row for row in samples(disk) if row["status"] == "ok"]
    cold, warm = ([row for row in used if row["cache"] == cache] for cache in ("cold", "warm"))
    assert cold and warm
    assert {row["iterations"] for row in cold} == {1}  # a second one would be warm
    assert {row["resident_bytes"] for row in cold} == {0}
    assert all(row["device_read_bytes"] >= SIZE for row in cold)
    assert {row["device_read_bytes"] for row in warm} == {0}
    effects = {(effect["factor"], effect["of"], effect["to"]) for effect in document["effects"]}
    assert effects == {("cache", "warm", "cold")}
    assert disk.leftovers() == []


def test_a_file_that_somebody_holds_in_memory_is_never_called_cold(disk: Place) -> None:
    ended = threading.Event()
    held: list[mmap.mmap] = []

    def hold() -> None:
        while not ended.wait(0.001):
            for path in disk.target.glob(f"iotrial-*/inputs/deliver-{SIZE}"):
                with path.open("rb") as file:
                    held.append(mmap.mmap(file.fileno(), SIZE, prot=mmap.PROT_READ))
                sum(held[0][page] for page in range(0, SIZE, mmap.PAGESIZE))  # pages that are mapped stay
                return

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        arguments = ("deliver", "--set", f"file_bytes={SIZE}", "--set", "cache=cold", *METHODS, *SHORT)
        document = disk.document("run", *arguments, "--target", str(disk.target))
    finally:
        ended.set()
        holder.join()
    assert held
    rows = samples(disk)
    assert rows and all(row["status"] == "void" for row in rows)
    assert all(row["resident_bytes"] == SIZE for row in rows if row["resident_bytes"] is not None)
    level = document["levels"][0]
    assert {arm["verdict"] for arm in level["arms"]} <= {None, "invalid"}
    assert "void_blocks" in {caution["code"] for caution in level["cautions"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("deliver", "--set", "file_bytes=0", "--set", "cache=cold"), "an empty file is never cold"),
        (("scan", "--set", "records=0", "--set", "cache=cold"), "an empty file is never cold"),
        (("append", "--set", "cache=cold"), "unknown factor 'cache'"),
        (("deliver", "--set", "cache=tepid"), "'tepid' is none of warm, written, cold"),
    ],
)
def test_what_can_never_be_cold_is_refused_before_the_run(disk: Place, arguments: tuple[str, ...], said: str) -> None:
    done = disk.run("run", *arguments, "--method", "python/*", "--target", str(disk.target))
    assert done.returncode == 2 and said in done.stderr
    assert disk.runs() == [] and disk.leftovers() == []


def test_a_target_in_memory_is_refused_with_the_reason(place: Place) -> None:
    if not os.path.ismount("/dev/shm") or not os.access("/dev/shm", os.W_OK):
        pytest.skip("there is no tmpfs to write to")
    done = place.run("run", "scan", "--set", "cache=warm,cold", "--set", "target=tmpfs", "--method", "python/*")
    assert done.returncode == 2
    assert "cache=cold cannot be had on the target tmpfs" in done.stderr and "tmpfs is nowhere" in done.stderr
    assert "hint: " in done.stderr
    assert place.runs() == []


def test_a_folder_is_listed_cold_by_root_alone(disk: Place) -> None:
    arguments = (
        "list", "--set", "entries=1000", "--set", "cache=cold", "--method", "c/readdir", "--method",
        "c/getdents_32k", *SHORT, "--target", str(disk.target),
    )  # fmt: skip
    done = disk.run("run", *arguments, "--json")
    if reason := why_not_dropped():
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(reason)
        assert done.returncode == 3 and "drop_caches" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    used = [row for row in samples(disk) if row["status"] == "ok"]
    names = sum(len(f"{number}.txt") for number in range(1000))
    assert used and all(row["device_read_bytes"] >= names for row in used)
    assert {row["iterations"] for row in used} == {1}


def test_evidence_of_a_cold_level_is_cold(disk: Place) -> None:
    arguments = ("scan", "--set", "records=400", "--set", "cache=cold", *SHORT[:-1], "--evidence")
    methods = ("--method", "c/read_1m", "--method", "python/mmap")
    disk.document("run", *arguments, *methods, "--target", str(disk.target))
    arms = disk.document("explain")["arms"]
    assert arms and all(arm["iteration"]["device_read_bytes"] >= 400 * 2052 for arm in arms)
    shown = subprocess.run(
        [sys.executable, "-m", "iotrial", "explain"],
        env={**disk.environment, "COLUMNS": "120"}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "400 records of 2 KiB from the disk" in shown.replace("\N{NO-BREAK SPACE}", " ") and "device" in shown


def test_a_level_that_is_warm_says_nothing_of_it(disk: Place, tmp_path: Path) -> None:
    arguments = ("deliver", "--set", "file_bytes=4096", *METHODS, *SHORT, "--target", str(disk.target))
    shown = disk.run("run", *arguments).stdout
    said = shown.replace("\N{NO-BREAK SPACE}", " ")
    assert "(4 KiB through a pipe)" in said or "cannot tell after so few rounds" in said  # on a busy machine
    assert "cache" not in shown
    assert disk.document("show")["levels"][0]["level"]["cache"] == "warm"
