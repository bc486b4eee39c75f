"""Memory by kind, against programs that are known to touch so much of each; each lets go before it sends its file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.verify import verify_level
from iotrial.probes import memory_watch as program
from iotrial.probes.memory_kinds import MemoryWatch, NotWatched, merged, profile_memory, reading_of
from iotrial.store.record import Memory, MemoryReading
from measure.silent import Silent

PLANTED = Path(__file__).resolve().parents[1] / "planted_causes"
MIB = 1 << 20
FILE_BYTES = 40_000_000
NAMES = ("plain", "touches_anonymous", "shares_memory", "maps_file", "changes_mapped_file")

linux = pytest.mark.skipif(sys.platform != "linux", reason="kinds of memory are told on Linux alone")
compiler = pytest.mark.skipif(
    shutil.which("cc") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="there is no C compiler"
)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Memory]]:
    """The memory found of each planted program, in two processes."""
    root = tmp_path_factory.mktemp("peaks")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(root / "cache"))
        catalog = tree.load([PLANTED])
        study = make("deliver", catalog, {"file_bytes": str(FILE_BYTES)}, [], [f"c/{name}" for name in NAMES])
        with levels_in_place(study, RunSetting(catalog, Path(), root, Silent())) as (levels, logs):
            (level,) = levels
            build_arms(level)
            create_inputs(level)
            verify_level(level, study, logs, None)
            assert [arm.reason for arm in level.arms] == [None] * (len(NAMES) + 1)
            profile_memory(level, 2, logs, 2)
            yield {arm.arm.removeprefix("c/"): arm.memory for arm in level.arms}


def by_kind(memory: dict[str, Memory], name: str) -> MemoryReading:
    """One process's reading, less what `plain` has: what the planted memory adds."""
    for reading in memory[name].readings:
        assert reading.how == "stops" and reading.missed is None
    found = memory[name].kinds
    assert found is not None
    return found


def added(memory: dict[str, Memory], name: str) -> dict[str, float]:
    own, plain = by_kind(memory, name), by_kind(memory, "plain")
    kinds = ("anonymous", "file", "shared", "reclaimable")
    return {kind: getattr(own, f"{kind}_bytes") - getattr(plain, f"{kind}_bytes") for kind in kinds}


@linux
@compiler
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("touches_anonymous", {"anonymous": 64 * MIB}),
        ("shares_memory", {"shared": 48 * MIB}),
        ("maps_file", {"file": FILE_BYTES, "reclaimable": FILE_BYTES}),
        ("changes_mapped_file", {"file": 32 * MIB}),
    ],
)
def test_planted_memory_is_found_under_its_kind_and_no_other(
    memory: dict[str, Memory], name: str, right: dict[str, int]
) -> None:
    found_kinds = added(memory, name)
    if name == "changes_mapped_file":
        del found_kinds["reclaimable"]  # the system may have written its pages by then, which makes them clean
    for kind, found in found_kinds.items():
        assert found == pytest.approx(right.get(kind, 0), abs=2 * MIB), kind


@linux
@compiler
def test_the_kinds_add_up_to_the_systems_own_peak(memory: dict[str, Memory]) -> None:
    for found in memory.values():
        for reading in found.readings:
            kinds = (reading.anonymous_bytes, reading.file_bytes, reading.shared_bytes)
            assert sum(kind or 0 for kind in kinds) == pytest.approx(reading.peak_bytes, rel=0.03, abs=MIB // 2)


@linux
@compiler
def test_what_others_can_take_back_is_not_held(memory: dict[str, Memory]) -> None:
    mapped, own = by_kind(memory, "maps_file"), by_kind(memory, "touches_anonymous")
    assert mapped.peak_bytes > FILE_BYTES > MIB > (mapped.held_bytes or 0)
    assert (own.held_bytes or 0) > 64 * MIB


def mapping(device: str, inode: int, *, clean: int, dirty: int, locked: int = 0) -> str:
    """A mapping as /proc/PID/smaps tells it, sizes in KiB."""
    head = f"7f0000000000-7f0000100000 r--p 00000000 {device} {inode}    /a file: with spaces\n"
    sizes = {"Rss": clean + dirty, "Shared_Clean": clean - clean // 3, "Private_Clean": clean // 3}
    sizes |= {"Shared_Dirty": 0, "Private_Dirty": dirty, "Anonymous": 0, "Locked": locked}
    return head + "".join(f"{name}:   {size} kB\n" for name, size in sizes.items()) + "VmFlags: rd mr mw me sd\n"


def test_only_clean_pages_of_files_that_are_not_locked_can_be_taken_back() -> None:
    told = [
        mapping("fd:01", 7, clean=100, dirty=5_000),
        mapping("00:00", 0, clean=20_000, dirty=9),  # nothing but memory
        mapping("00:05", 3, clean=30_000, dirty=0),  # a file that lives in memory
        mapping("fd:01", 8, clean=40_000, dirty=0, locked=40_000),
        mapping("fd:01", 9, clean=23, dirty=0),
    ]
    assert program.clean_bytes("".join(told), {os.makedev(0, 5)}) == 123 * 1024
    assert program.clean_bytes("".join(reversed(told)), {os.makedev(0, 5)}) == 123 * 1024
    assert program.clean_bytes("", set()) == 0


@linux
@compiler
def test_the_page_cache_is_told_beside_every_process(memory: dict[str, Memory]) -> None:
    assert {found.cached_bytes for found in memory.values()} == {FILE_BYTES}


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    ours.settimeout(60)
    yield ours, theirs
    ours.close()
    theirs.close()


def start(theirs: socket.socket, command: Sequence[str], before: str = "pass") -> subprocess.Popen[bytes]:
    folder = str(Path(program.__file__).parent)
    code = f"import sys; sys.path.insert(0, {folder!r}); import memory_watch; {before}; memory_watch.main(sys.argv[1:])"
    argv = [sys.executable, "-I", "-S", "-c", code, *command]
    process = subprocess.Popen(argv, stdin=theirs.fileno(), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    theirs.close()
    return process


def ask(ours: socket.socket, verb: bytes) -> Any:
    ours.sendall(verb + b"\n")
    with ours.makefile("rb") as lines:
        return json.loads(lines.readline())


@linux
@pytest.mark.parametrize("code", [0, 7])
def test_a_watched_worker_ends_with_its_own_status(line: tuple[socket.socket, socket.socket], code: int) -> None:
    process = start(line[1], ["/bin/sh", "-c", f"exit {code}"])
    process.communicate(timeout=60)
    assert process.returncode == code


@linux
def test_a_watched_worker_that_is_killed_is_told_as_killed(line: tuple[socket.socket, socket.socket]) -> None:
    process = start(line[1], ["/bin/sh", "-c", "kill -KILL $$"])
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL


@linux
def test_a_command_that_is_not_there_is_named(line: tuple[socket.socket, socket.socket]) -> None:
    process = start(line[1], ["/no/such/program"])
    _, said = process.communicate(timeout=60)
    assert process.returncode == 127 and said == b"cannot start /no/such/program: No such file or directory\n"


@linux
def test_a_worker_ends_when_nobody_asks_any_more(line: tuple[socket.socket, socket.socket]) -> None:
    process = start(line[1], ["/bin/sleep", "600"])
    pid = ask(line[0], b"reset")["pid"]
    line[0].close()
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert not Path(f"/proc/{pid}").exists()


@linux
def test_a_worker_that_is_looked_at_while_it_ends_has_no_memory_and_nothing_breaks() -> None:
    with subprocess.Popen(["/bin/true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and its memory is gone
        peak = program.Peak(ended.pid)
        peak.look()
        assert peak.read()["total_bytes"] is None


@linux
@pytest.mark.parametrize(("before", "how"), [("pass", "stops"), ("memory_watch.CALLS.clear()", "samples")])
def test_a_reading_says_how_it_was_taken(line: tuple[socket.socket, socket.socket], before: str, how: str) -> None:
    process = start(line[1], ["/bin/sleep", "600"], before)
    pid = ask(line[0], b"reset")["pid"]
    end = time.monotonic() + 60
    while how == "stops" and "Seccomp:\t2" not in Path(f"/proc/{pid}/status").read_text() and time.monotonic() < end:
        time.sleep(0.01)  # it was asked before the worker had come so far: what began then is of samples
    assert ask(line[0], b"reset")["is_reset"] is True
    found = ask(line[0], b"read")
    assert found["how"] == how and found["total_bytes"] > 0
    line[0].close()
    process.communicate(timeout=60)


@linux
def test_what_a_worker_starts_runs_as_it_would_unwatched(line: tuple[socket.socket, socket.socket]) -> None:
    process = start(line[1], [sys.executable, "-c", "import subprocess; subprocess.run(['/bin/true'], check=True)"])
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said


def test_a_watch_that_never_began_says_so() -> None:
    watch = MemoryWatch()
    with pytest.raises(NotWatched, match="does not answer"):
        watch.reset()
    watch.close()


def told(**changes: object) -> dict[str, object]:
    figures = {"peak": 100, "total": 99, "anonymous": 60, "file": 30, "shared": 9, "reclaimable": 20, "before": 50}
    return {"how": "samples", **{f"{name}_bytes": value for name, value in figures.items()}, **changes}


def test_kinds_that_miss_the_peak_are_left_out_with_the_reason() -> None:
    found = reading_of(told(total_bytes=90))
    assert isinstance(found, MemoryReading)
    assert (found.peak_bytes, found.anonymous_bytes) == (100, None)
    assert found.missed == "its memory by kind was only seen at 90% of its peak"


def test_without_the_systems_own_peak_there_is_no_reading() -> None:
    assert reading_of(told(peak_bytes=None)) == "the system does not tell a process's highest resident memory (VmHWM)"


def test_the_headline_is_the_process_with_the_median_peak() -> None:
    readings = [MemoryReading(peak_bytes=peak, how="stops", anonymous_bytes=peak - 1) for peak in (30, 10, 20)]
    found = merged(Memory(peak_bytes=99, runtime_peak_bytes=5), readings, None, None)
    assert (found.peak_bytes, found.runtime_peak_bytes, len(found.readings)) == (20, 5, 3)
    assert found.kinds is not None and found.kinds.anonymous_bytes == 19


def test_an_arm_without_a_reading_keeps_its_peak_and_has_the_reason() -> None:
    found = merged(Memory(peak_bytes=99), [], "ptrace is not allowed", None)
    assert (found.peak_bytes, found.kinds, found.kinds_reason) == (99, None, "ptrace is not allowed")
