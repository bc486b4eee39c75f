"""Several writers at once, from the command line: what each method does to records, and what is said of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place

FAULTY = Path(__file__).resolve().parents[1] / "faulty"
PLAN = ("--rounds", "10", "--blocks", "1")


def arms_of(place: Place, *arguments: str) -> dict[str, dict[str, Any]]:
    """The arms of a run's only level, by method."""
    done = place.run("run", "append", *arguments, *PLAN, "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    (level,) = place.document("show")["levels"]
    return {arm["method"]: arm for arm in level["arms"]}


def test_a_method_that_harms_records_is_disqualified_with_the_count(place: Place) -> None:
    chosen = [f"--method={name}" for name in ("keeps", "loses", "tears", "doubles", "pieces", "overstates", "os_write")]
    arms = arms_of(place, "--with", str(FAULTY), *chosen, "--set", "writers=2")
    kept = arms["os_write"]["several"]["records"]
    assert arms["os_write"]["status"] == "measured" and arms["keeps"]["status"] == "measured"
    assert kept["handed"] > 0 and sum(kept.values()) == kept["handed"]
    for method, harm in (("loses", "lost"), ("tears", "torn"), ("doubles", "doubled")):
        found = arms[method]["several"]["records"]
        assert arms[method]["status"] == "disqualified"
        # One of a hundred numbers ends in 50, and each writer counts for itself.
        assert abs(found[harm] - found["handed"] / 100) <= 2
        assert f"{found[harm]:,}" in arms[method]["reason"]
        assert [found[other] for other in ("lost", "torn", "doubled", "unknown") if other != harm] == [0, 0, 0]
    found = arms["pieces"]["several"]["records"]
    assert found["interleaved"] > 0 and found["lost"] == found["torn"] == found["doubled"] == 0
    assert "says its work was" in arms["overstates"]["reason"]
    assert place.leftovers() == []


def test_a_file_that_each_writer_empties_loses_records(place: Place) -> None:
    if shutil.which("php") is None:
        pytest.skip("PHP is not installed")
    arms = arms_of(place, "--method", "keep_open_truncate", "--method", "keep_open", "--method", "os_write",
                   "--set", "writers=2", "--set", "records=100")  # fmt: skip
    assert arms["keep_open_truncate"]["status"] == "disqualified"
    assert "lost" in arms["keep_open_truncate"]["reason"]
    assert arms["keep_open"]["status"] == arms["os_write"]["status"] == "measured"


def test_latency_fairness_and_lock_waits_are_shown(place: Place) -> None:
    arms = arms_of(place, "--method", "python/os_write", "--method", "python/flock_each", "--set", "writers=2")
    for arm in arms.values():
        found = arm["several"]
        assert 0 < found["p50_ns"] <= found["p90_ns"] <= found["p99_ns"] <= found["longest_ns"]
        assert found["stall_ns"] > 0 and found["longest_run"] >= 1 and 0.5 <= found["fairness"] <= 1
        assert arm["work"] == 1 and arm["throughput_per_second"] > 0
    assert arms["os_write"]["several"]["lock_wait"]["count"] == 0
    wait = arms["flock_each"]["several"]["lock_wait"]
    assert wait["reason"] is None and wait["count"] > 0 and wait["p50_ns"] <= wait["longest_ns"]
    shown = place.run("show").stdout
    assert "at once" in shown and "fairness" in shown and "none lost, torn, interleaved or doubled" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("writers=0",), "at least 1 and at most 64"),
        (("writers=65",), "at least 1 and at most 64"),
        (("writers=two",), "two"),
        (("writers=2", "record_bytes=17"), "take 18 bytes"),
        (("writers=2", "record_bytes=16", "ending=none"), "take 17 bytes"),
    ],
)
def test_an_impossible_level_is_refused_with_the_reason(place: Place, arguments: tuple[str, ...], words: str) -> None:
    given = [word for setting in arguments for word in ("--set", setting)]
    done = place.run("run", "append", "--method", "os_write", "--method", "file_reopen", *given)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr
    assert place.leftovers() == []
