"""`iotrial explain`: what arms ask of the system, exactly, and the cause that was planted in a pair of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from commandline.command import SMALL_PYTHON, Place
from commandline.recorded import recorded
from commandline.test_calls_by_hand import gathered

PLANTED = Path(__file__).resolve().parents[1] / "planted_causes"

#: The cause that must be named, and what the sentence must hold.
Planted = tuple[str | None, str]

APPEND: Mapping[str, Planted] = {
    "plain": (None, "writes of 100 bytes"),
    "more_calls": ("calls", "4,000 lseek instead of 0"),
    "lock": ("calls", "400 flock instead of 0"),
    "reopens": ("calls", "openat"),
    "smaller_pieces": ("calls", "of 10 bytes instead of 100"),
    "joins_records": ("calls", "20 write instead of 200"),
    "touches_pages_twice": ("minor_faults", "page faults"),
    "copies": ("user_ns", "no call differs"),
    "computes": ("user_ns", "no call differs"),
    "sleeps": ("voluntary_switches", "waiting"),
}
SCAN: Mapping[str, Planted] = {
    "plain": (None, "maps no file"),
    "smaller_buffer": ("calls", "read instead of"),
    "reads_twice": ("copied_bytes", "bytes copied"),
    "maps_twice": ("minor_faults", "page faults"),
}
#: What is planted takes several times as long as what it is compared with, so that noise does not hide it, and no more
#: than about a millisecond: who keeps a CPU for longer has to give it up on a busy machine, and the time in which an
#: arm waits for it is most of the difference then, which no counter explains.
LEVELS = {"append": "records = 200\nrecord_bytes = 100", "scan": "records = 2044"}
SAMPLE = "200us"

#: If a machine is busy with other things, there may be no verdict, or a difference that is mostly noise: then nothing
#: is explained, which is right, and the next attempt may do better.
ATTEMPTS = 8

#: Never left out if every tool is required.
traced = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)


def clocks_of(cause: str | None) -> tuple[str, ...]:
    """What a clock may say instead, since it is true: only who sleeps does not work on a CPU.

    A run this short may have too few ticks to tell the program's work from the kernel's.
    """
    if cause == "voluntary_switches":
        return ()
    return ("user_ns", "cpu_ns") if cause == "user_ns" else ("system_ns", "cpu_ns")


def explained(place: Place, job: str, methods: Mapping[str, Planted]) -> dict[str, dict[str, Any]]:
    study = place.root / "planted.toml"
    listed = ", ".join(f'"c/{method}"' for method in methods)
    study.write_text(
        f'question = "Is the cause named?"\njob = "{job}"\nbaseline = "c/plain"\nmethods = [{listed}]\n'
        f'sample = "{SAMPLE}"\n'
        f"[[levels]]\n{LEVELS[job]}\n"
    )
    # The differences are large, and other tests run meanwhile: a small margin would make the placebo spoil the level,
    # and rounds that resemble each other bear an interval only if there are more of them than are usual.
    plan = ("--rounds", "21", "--blocks", "3", "--margin", "10%", "--target", str(place.target))
    done = place.run("run", str(study), "--with", str(PLANTED), *plan)
    assert done.returncode == 0, done.stderr
    return {arm["arm"].removeprefix("c/"): arm for arm in place.document("explain")["arms"]}


@pytest.mark.parametrize(("job", "methods"), [("append", APPEND), ("scan", SCAN)], ids=["append", "scan"])
@traced
def test_the_planted_cause_is_named_and_no_other_is_ever(
    place: Place, job: str, methods: Mapping[str, Planted]
) -> None:
    unnamed = set(methods)
    asked = methods
    for _ in range(ATTEMPTS):
        for method, arm in explained(place, job, asked).items():
            cause, words = methods[method]
            assert arm["cause"] in (cause, None, "none", *clocks_of(cause)), arm
            is_named = arm["cause"] == cause or (cause == "user_ns" and arm["cause"] == "cpu_ns")
            if is_named and words in arm["sentence"]:
                unnamed.discard(method)
        if not unnamed:
            break
        if unnamed != {"plain"}:  # what was named is not asked for again, but the arm that all are compared with
            asked = {method: planted for method, planted in methods.items() if method in {"plain", *unnamed}}
    assert not unnamed
    assert place.leftovers() == []


@traced
def test_exact_counters_are_equal_from_run_to_run(place: Place) -> None:
    counters = []
    for name in ("small", "the same again"):  # each of which had its own traced
        arms = place.document("explain", recorded(name).copy_to(place))["arms"]
        assert all(arm["source"] == "strace" and not arm["varies"] for arm in arms)
        calls = {"call_count", "read_bytes", "written_bytes", "write", "openat", "close"}
        counters.append([{name: arm["iteration"].get(name) for name in calls} for arm in arms])
    assert counters[0] == counters[1]
    by_arm = dict(zip((arm["arm"] for arm in arms), counters[0], strict=True))
    assert by_arm["python/file_reopen"]["openat"] == 100
    assert by_arm["python/os_write"] == {
        "call_count": 102,
        "read_bytes": 0,
        "written_bytes": 10_000,
        "write": 100,
        "openat": 1,
        "close": 1,
    }


def test_one_arm_alone_and_one_that_is_not_there(place: Place) -> None:
    recorded("small").copy_to(place)
    (arm,) = place.document("explain", "last", "python/os_write")["arms"]
    assert arm["arm"] == "python/os_write" and arm["counters"]["write"] == 1
    shown = place.run("explain")
    assert "python/os_write makes" in shown.stdout and "calls" in shown.stdout
    wrong = place.run("explain", "last", "python/os_wrote")
    assert wrong.returncode == 2 and "did you mean 'python/os_write'?" in wrong.stderr


@traced
@pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")
def test_perf_counts_what_strace_counts(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run gathers it, without its rounds; what a command says of it is the same for both."""
    counted = []
    for tracer in ("strace", "perf"):
        (folder := place.root / tracer).mkdir()
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))  # so that nothing is known of earlier runs
        if tracer == "perf":
            leave_only(place, "python3", "perf")
            monkeypatch.setenv("PATH", place.environment["PATH"])
        arms = gathered(folder, "append", {"records": 100}, ("python/os_write", "python/file_reopen"))
        assert [arm.evidence.source for arm in arms] == [tracer] * 3
        counted.append({arm.arm: {name: calls.count for name, calls in arm.evidence.calls.items()} for arm in arms})
    for arm, strace in counted[0].items():
        perf = counted[1][arm]
        assert (sum(strace.values()), strace["write"]) == (sum(perf.values()), perf["write"]), (strace, perf)
    assert counted[0]["python/os_write"]["write"] == 100


def leave_only(place: Place, *programs: str) -> None:
    """A PATH on which only these programs are."""
    folder = place.root / "bin"
    folder.mkdir()
    for program in programs:
        found = sys.executable if program == "python3" else shutil.which(program)
        assert found is not None
        (folder / program).symlink_to(Path(found).resolve())
    place.environment["PATH"] = str(folder)


def test_without_strace_reads_and_writes_are_counted_and_that_is_said(place: Place) -> None:
    leave_only(place, "python3")
    done = place.run("run", *SMALL_PYTHON, "--details", "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    assert "strace is not installed; perf is not installed" in " ".join(done.stdout.split())
    arms = place.document("explain")["arms"]
    assert all(arm["source"] == "proc" and "strace" in arm["reason"] for arm in arms)
    assert all(arm["iteration"]["call_count"] >= 20 for arm in arms)


def test_a_run_without_evidence_says_so(place: Place) -> None:
    recorded("no evidence").copy_to(place)
    done = place.run("explain")
    assert done.returncode == 0 and "--no-evidence" in done.stdout
    assert all(arm["source"] is None and arm["sentence"] for arm in place.document("explain")["arms"])
