"""Memory from the command line: kinds, growth, and what a limit does to whom."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from commandline.command import PATIENCE_S, Place
from iotrial.machine.cgroup import Groups, NoLimit, find_place

#: The shortest plan that gives two or three arms an interval.
SHORT = ("--rounds", "9", "--blocks", "1", "--no-evidence")

php = pytest.mark.skipif(
    shutil.which("php") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="PHP is not installed"
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="kinds of memory are told on Linux alone")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


@pytest.fixture
def limits() -> None:
    """Skip if memory cannot be limited, unless everything is required."""
    try:
        Groups(find_place()).close()
    except NoLimit as reason:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            raise
        pytest.skip(f"memory cannot be limited here: {reason}")


def arms(document: Any, level: int = 0) -> dict[str, Any]:
    return {arm["arm"]: arm for arm in document["levels"][level]["arms"]}


def _kinds(arm: Any) -> Any:
    """The reading that an arm's peak comes from."""
    memory = arm["record"]["memory"]
    return next(one for one in memory["readings"] if one["peak_bytes"] == memory["peak_bytes"])


@linux
def test_memory_is_taken_apart_and_its_growth_told(place: Place) -> None:
    wanted = ("--method", "c/read_write_64k", "--method", "c/mmap_write", "--memory", "12")
    sizes = ("--set", "file_bytes=1MB,30MB", "--target", str(place.target))
    document = place.valid_document("run", "deliver", *wanted, *sizes, *SHORT)
    mapped = arms(document, 1)["c/mmap_write"]
    memory, kinds = mapped["record"]["memory"], _kinds(mapped)
    assert kinds["how"] == "stops" and len(memory["readings"]) == 12
    whole = sum(kinds[kind] for kind in ("anonymous_bytes", "file_bytes", "shared_bytes"))
    assert whole == pytest.approx(memory["peak_bytes"], rel=0.03)
    assert kinds["reclaimable_bytes"] > 30_000_000 > whole - kinds["reclaimable_bytes"]
    assert memory["cached_bytes"] == 30_000_000
    verdicts = {(one["arm"], one["of"]): one["verdict"] for one in document["growth"]}
    assert verdicts["c/mmap_write", "peak"] == "grows"
    assert verdicts["c/mmap_write", "held"] == "flat" == verdicts["c/read_write_64k", "held"]
    shown = " ".join(place.run("show").stdout.split())
    assert "What `top` shows for c/mmap_write grows, but the system can take that memory back." in shown
    assert place.run("query", "SELECT max(peak_reclaimable_bytes) > 30000000 FROM arms").stdout.split()[-1] == "True"


@linux
def test_without_being_asked_only_the_whole_peak_is_taken(place: Place) -> None:
    document = place.document("run", "deliver", "--set", "file_bytes=64KiB", "--method", "c/sendfile",
                              "--method", "c/read_write_64k", "--target", str(place.target), *SHORT)  # fmt: skip
    for arm in document["levels"][0]["arms"]:
        assert arm["record"]["memory"]["peak_bytes"] > 0 and arm["record"]["memory"]["readings"] == []
    assert document["growth"] == []


@php
@linux
def test_what_holds_the_file_dies_of_phps_limit_and_the_others_go_on(place: Place) -> None:
    names = ("readfile", "fread_8k", "file_get_contents", "readfile_output_buffered")
    chosen = [word for name in names for word in ("--method", f"php/{name}")]
    levels = ("--set", "file_bytes=8MB", "--set", "php.memory_limit=4M", "--target", str(place.target))
    found = arms(place.document("run", "deliver", *levels, *chosen, *SHORT))
    for name in ("file_get_contents", "readfile_output_buffered"):
        arm = found[f"php/{name}"]
        assert arm["status"] == "failed", arm
        assert arm["reason"].startswith("Allowed memory size of 4194304 bytes exhausted (tried to allocate "), arm
    for name in ("readfile", "fread_8k"):
        assert found[f"php/{name}"]["status"] == "measured" and place.rounds_taken(f"php/{name}") == 9


@php
@linux
def test_phps_output_buffering_takes_effect(place: Place) -> None:
    levels = ("--set", "file_bytes=8MB", "--set", "php.output_buffering=0,4096,On", "--target", str(place.target))
    methods = ("--method", "php/readfile", "--method", "php/fread_8k")
    document = place.document("run", "deliver", *levels, *methods, "--memory", "1", *SHORT)
    kinds = [_kinds(arms(document, level)["php/readfile"]) for level in range(3)]
    held = [sum(one[f"{kind}_bytes"] for kind in ("anonymous", "file", "shared")) for one in kinds]
    held = [whole - one["reclaimable_bytes"] for whole, one in zip(held, kinds, strict=True)]
    assert held[1] < held[0] + 1_000_000 and held[2] > held[0] + 7_500_000


@php
@linux
@pytest.mark.usefixtures("limits")
def test_under_a_limit_below_the_file_who_holds_it_dies_and_who_does_not_survives(place: Place) -> None:
    methods = ("--method", "php/readfile", "--method", "php/fread_64k", "--method", "php/file_get_contents")
    levels = ("--set", "file_bytes=30MB", "--set", "memory_limit=none,24MiB", "--target", str(place.target))
    document = place.valid_document("run", "deliver", *levels, *methods, *SHORT)
    free, limited = arms(document, 0), arms(document, 1)
    assert free["php/file_get_contents"]["status"] == "measured"
    assert limited["php/file_get_contents"]["status"] == "failed"
    assert limited["php/file_get_contents"]["reason"] == "was killed by the memory limit of 24.0 MiB"
    assert limited["php/readfile"]["status"] == "measured" and place.rounds_taken("php/readfile", level=1) == 9
    effects = {one["arm"]: one for one in document["effects"] if one["factor"] == "memory_limit"}
    assert set(effects) == {"php/readfile", "php/fread_64k"}
    assert all(one["of"] == "none" and one["to"] == 24 << 20 and one["ratio"] > 0 for one in effects.values())
    assert "limited_input" in {caution["code"] for caution in document["cautions"]}
    samples = "SELECT min(device_read_bytes) > 15000000 FROM samples WHERE level = 1"
    assert place.run("query", samples).stdout.split()[-1] == "True"
    assert cgroups(place) == []


@linux
@pytest.mark.usefixtures("limits")
def test_a_limit_in_which_no_runtime_starts_is_refused_before_the_run(place: Place) -> None:
    methods = ("--method", "python/sendfile", "--method", "python/copyfileobj")
    done = place.run("run", "deliver", "--set", "memory_limit=1MiB", *methods, "--target", str(place.target))
    assert done.returncode == 2 and done.stdout == ""
    assert "error: memory_limit=1048576 is less than the python kit needs to start; it takes " in done.stderr
    assert "was killed by the memory limit of 1.00 MiB" in done.stderr and "hint: raise the limit" in done.stderr
    assert place.runs() == [] and place.leftovers() == [] and cgroups(place) == []


@linux
@pytest.mark.usefixtures("limits")
def test_a_level_whose_files_are_memory_is_skipped_with_its_reason(place: Place) -> None:
    methods = ("--method", "c/write_keep_open", "--method", "c/write_reopen")
    levels = ("--set", "records=20", "--set", "memory_limit=none,64MiB", "--set", "target=tmpfs")
    document = place.document("run", "append", *levels, *methods, *SHORT)
    assert [level["status"] for level in document["levels"]] == ["measured", "skipped"]
    reason = "memory cannot be limited: files on tmpfs are memory that nobody can take back"
    assert document["levels"][1]["reason"] == reason


@pytest.mark.parametrize(
    "value", ["0", "-1", "5", "4KiB", "1K", "nope", "NONE", "1e9", "none,none", "1MiB,1024KiB", ""]
)
def test_a_memory_limit_that_is_none_is_refused_with_what_is_wrong(place: Place, value: str) -> None:
    done = place.run("run", "append", "--set", f"memory_limit={value}", "--method", "python/os_write")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: --set memory_limit: ") and "'memory_limit'" not in done.stderr


@pytest.mark.parametrize("value", ["0", "-1", "101", "1000000"])
def test_a_number_of_processes_out_of_range_is_refused(place: Place, value: str) -> None:
    done = place.run("run", "append", "--memory", value, "--method", "python/os_write")
    assert done.returncode == 2 and "error: --memory: " in done.stderr


@linux
@pytest.mark.usefixtures("limits")
def test_a_run_that_was_killed_with_its_cgroups_is_tidied_up_at_the_next_start(place: Place) -> None:
    methods = ("--method", "c/write_keep_open", "--method", "c/write_reopen")
    levels = ("--set", "records=20", "--set", "memory_limit=64MiB", "--target", str(place.target))
    place.interrupt(signal.SIGKILL, "run", "append", *levels, *methods, "--blocks", "1", "--rounds", "500")
    left = cgroups(place)
    assert left and all(folder.is_dir() for folder in left)
    place.run("run", "append", "--set", "records=20", *methods, "--target", str(place.target), *SHORT)
    end = time.monotonic() + PATIENCE_S
    while any(folder.exists() for folder in left) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(folder.exists() for folder in left) and cgroups(place) == []


def cgroups(place: Place) -> list[Path]:
    """The cgroups that runs of this place have noted."""
    import json

    notes = (place.root / "cache" / "iotrial" / "cgroups").glob("*")
    return [Path(json.loads(note.read_text())["folder"]) for note in notes]
