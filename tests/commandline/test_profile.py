"""`iotrial explain --profile`: functions of the arms of a stored run, and what is said if there can be none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from commandline.recorded import recorded


def may_sample() -> bool:
    """Perf is here, and may sample what this user starts."""
    program = shutil.which("perf")
    if program is None:
        return False
    tried = [program, "record", "-q", "-o", "-", "--", "true"]
    return subprocess.run(tried, check=False, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


sampled = pytest.mark.skipif(not may_sample(), reason="perf is missing, or may not sample")


@pytest.fixture
def measured(place: Place) -> Place:
    """A place with a run in it, of whose times nothing is asked."""
    recorded("no evidence").move_to(place)
    return place


def record(place: Place) -> tuple[Path, dict[str, Any]]:
    (path,) = (place.root / "results").glob("*/run.json")
    return path, json.loads(path.read_text())


def with_perf(place: Place, program: str) -> None:
    """Put a perf of ours before any other."""
    folder = place.root / "bin"
    folder.mkdir(exist_ok=True)
    fake = folder / "perf"
    fake.write_text(f"#!{sys.executable}\n{program}")
    fake.chmod(0o755)
    place.environment["PATH"] = f"{folder}{os.pathsep}{place.environment.get('PATH', os.environ['PATH'])}"


@sampled
def test_each_arm_gets_its_functions_and_the_run_keeps_them(measured: Place) -> None:
    before = measured.document("explain")["arms"]
    assert all(arm["profile"] is None and arm["functions"] == [] for arm in before)
    found = measured.document("explain", "--profile")["arms"]
    for arm in found:
        profile = arm["profile"]
        assert profile["reason"] is None and profile["samples"] > 50 and profile["event"]
        shares = [one["share"] for one in profile["program"]]
        assert 0 < len(shares) <= 5 and shares == sorted(shares, reverse=True) and sum(shares) <= 1
        assert any("python" in one["file"] for one in profile["program"]), profile["program"]
        if profile["kernel_share"] is not None:
            assert 0 < profile["kernel_share"] < 1
            assert profile["program_share"] == pytest.approx(1 - profile["kernel_share"])
    assert measured.document("explain")["arms"] == found
    path, _ = record(measured)
    kept = path.stat().st_mtime_ns
    assert measured.document("explain", "--profile")["arms"] == found
    assert path.stat().st_mtime_ns == kept  # what is there is not taken again
    shown = " ".join(measured.run("explain").stdout.split())
    assert "where the CPU time goes, from a profile that was not timed" in shown and "in the program:" in shown
    assert "--profile" not in shown
    page = measured.root / "page.html"
    assert measured.run("report", "-o", str(page)).returncode == 0
    assert "Functions that take the most time" in page.read_text()
    assert measured.leftovers() == []


@sampled
def test_one_arm_is_profiled_with_the_baseline_that_it_is_compared_with(measured: Place) -> None:
    (arm,) = measured.document("explain", "last", "python/file_reopen", "--profile")["arms"]
    assert arm["arm"] == "python/file_reopen" and arm["profile"]["samples"]
    _, run = record(measured)
    (level,) = run["levels"]
    profiled = {(one["arm"], one["role"]) for one in level["arms"] if one["profile"] is not None}
    baseline = level["arms"][0]["arm"]
    role = "baseline" if baseline == "python/file_reopen" else "arm"
    assert profiled == {(baseline, "baseline"), ("python/file_reopen", role)}


PLANTED = Path(__file__).resolve().parents[1] / "planted_causes"

STUDY = """
question = "Which function?"
job = "append"
baseline = "c/plain"
methods = ["c/plain", "c/computes"]
sample = "200us"
[[levels]]
records = 200
"""


@sampled
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler")
def test_the_function_that_makes_the_difference_is_named(place: Place) -> None:
    study = place.root / "planted.toml"
    study.write_text(STUDY)
    plan = ("--rounds", "11", "--blocks", "3", "--margin", "10%", "--target", str(place.target))
    done = place.run("run", str(study), "--with", str(PLANTED), "--no-evidence", *plan)
    assert done.returncode == 0, done.stderr
    plain, computes = place.document("explain", "--profile", "--with", str(PLANTED))["arms"]
    assert computes["profile"]["program"][0]["name"] == "append" and computes["profile"]["program"][0]["share"] > 0.5
    assert plain["profile"]["samples"] > 50
    if computes["cause"] == "user_ns":  # on a machine that is busy with other things there may be no verdict
        assert computes["functions"] == ["append"] and ", in append (" in computes["sentence"]
    if shutil.which("valgrind") is not None:
        # A record of plain is one call of write(): some dozens of instructions, however the process started.
        assert 10 * 200 < plain["profile"]["instructions"] < 100 * 200
        # The loop of 10,000 turns for each of 200 records takes at least two instructions a turn.
        assert computes["profile"]["instructions"] - plain["profile"]["instructions"] > 2 * 10_000 * 200
    without = place.run("explain", "--profile", "last", "c/computes")
    assert without.returncode == 0  # the profiles are there, so no method is asked for


def test_a_screen_without_a_profile_says_how_to_get_one_if_a_clock_explains_something(measured: Place) -> None:
    arms = measured.document("explain")["arms"]
    clocked = any(arm["cause"] in ("user_ns", "system_ns", "cpu_ns") for arm in arms)
    shown = " ".join(measured.run("explain").stdout.split())
    assert ("iotrial explain --profile 2" in shown) == clocked


def test_without_perf_one_line_says_what_to_install(measured: Place) -> None:
    folder = measured.root / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(sys.executable)
    measured.environment["PATH"] = str(folder)
    path, before = record(measured)
    done = measured.run("explain", "--profile")
    assert done.returncode == 2 and done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error == "error: perf is not installed, and without it no function can be named"
    assert hint.startswith("hint: install it: ")
    assert record(measured) == (path, before)
    assert measured.run("explain").returncode == 0


REFUSES = """
import sys
sys.stderr.write("Error:\\nAccess to performance monitoring and observability operations is limited.\\n")
sys.stderr.write("Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open\\n")
sys.exit(255)
"""


def test_if_perf_may_not_sample_one_line_says_what_to_set(measured: Place) -> None:
    with_perf(measured, REFUSES)
    done = measured.run("explain", "--profile")
    assert done.returncode == 2 and done.stdout == ""
    error, hint = done.stderr.splitlines()
    said = "Access to performance monitoring and observability operations is limited"
    assert error == f"error: perf may not sample processes here: {said}"
    assert hint.startswith("hint: allow it: sudo sysctl kernel.perf_event_paranoid=1")


MISFITS = """
import sys
sys.stderr.write("WARNING: perf not found for kernel 6.8.0-31\\n\\n  You may need to install …\\n")
sys.exit(2)
"""


def test_a_perf_of_another_kernel_is_told_from_one_that_may_not(measured: Place) -> None:
    with_perf(measured, MISFITS)
    done = measured.run("explain", "--profile")
    assert done.returncode == 2
    error, hint = done.stderr.splitlines()
    assert error == "error: perf does not fit this kernel: WARNING: perf not found for kernel 6.8.0-31"
    assert hint.startswith("hint: install the one that does: ")


#: Agrees to everything, and ends the process that it is attached to.
KILLS = """
import os, signal, sys
words = sys.argv[1:]
if "-p" not in words or words[0] != "record":
    sys.exit(0 if words[0] == "record" else 1)
orders, answers = map(int, words[words.index("--control") + 1].removeprefix("fd:").split(","))
os.read(orders, 64)
os.kill(int(words[words.index("-p") + 1]), signal.SIGKILL)
os.write(answers, b"ack\\n")
signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
signal.pause()
"""


def test_an_arm_that_fails_under_perf_has_no_profile_and_says_why(measured: Place) -> None:
    with_perf(measured, KILLS)
    done = measured.run("explain", "--profile")
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())
    assert "note: no profile: python/os_write failed while it was profiled:" in shown
    arms = measured.document("explain")["arms"]
    assert all("failed while it was profiled" in arm["profile"]["reason"] for arm in arms)
    assert all(arm["profile"]["samples"] is None and arm["functions"] == [] for arm in arms)
    assert measured.leftovers() == []


#: Attaches to nothing.
ENDS = """
import sys
if "-p" in sys.argv:
    sys.stderr.write("Error:\\nNo such \\x1b[31mthing.\\n")
    sys.exit(1)
"""


def test_a_perf_that_does_not_attach_is_quoted_and_cannot_steer_a_terminal(measured: Place) -> None:
    with_perf(measured, ENDS)
    done = measured.run("explain", "--profile")
    assert done.returncode == 0 and "\x1b" not in done.stdout
    assert "note: no profile: perf did not attach: No such \\x1b[31mthing" in " ".join(done.stdout.split())


def test_a_run_whose_machine_is_another_now_gets_no_profile(measured: Place) -> None:
    with_perf(measured, ENDS)
    path, run = record(measured)
    run["machine"]["system"] = "Linux 2.4"
    path.write_text(json.dumps(run))
    done = measured.run("explain", "--profile")
    assert done.returncode == 2 and "began on another machine: system Linux 2.4 instead of" in done.stderr


def test_a_method_that_has_changed_since_gets_no_profile(measured: Place) -> None:
    with_perf(measured, ENDS)
    path, run = record(measured)
    (sha256,) = {arm["method_sha256"] for arm in run["levels"][0]["arms"] if arm["arm"] == "python/os_write"}
    run["texts"][sha256] += "\n"
    path.write_text(json.dumps(run))
    done = measured.run("explain", "--profile")
    assert done.returncode == 2 and "python/os_write has changed since the run began" in done.stderr
