"""Several writers at once, from the command line: what each method does to records, and what is said of it."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from commandline.fork_server import WINDOW_NS
from unhurried import KEEPS_OPEN, REOPENS, C, unhurried

FAULTY = Path(__file__).resolve().parents[1] / "faulty"
METHODS = Path(__file__).resolve().parents[2] / "methods"

#: Methods that a test has with a wait for a millisecond: a line of each, and the wait that follows it.
LINES = {
    "append/php/flock_each.php": ("    foreach ($records as $record) {\n", "        usleep(1000);\n"),
    "append/php/keep_open.php": ("    foreach ($records as $record) {\n", "        usleep(1000);\n"),
    "deliver/c/read_write_64k.c": ("int64_t deliver(const char *path, int sink) {\n", "    usleep(1000);\n"),
    "deliver/python/copyfileobj.py": (
        "def deliver(path: str, sink: BinaryIO) -> int:\n",
        "    __import__('time').sleep(0.001)\n",
    ),
}

#: The fewest rounds that give few arms an interval.
PLAN = ("--rounds", "8", "--blocks", "1", "--no-evidence")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk, with short windows."""
    found = Place(tmp_path)
    found.shorten_windows()
    return found


def calm(tree: Path, *names: str) -> Path:
    """Write methods that do as some of our tree do, and wait before each record or file, by the names `calm_NAME`."""
    for name in names:
        line, wait = LINES[name]
        text = (METHODS / name).read_text()
        assert line in text, name
        own = (tree / name).with_name(f"calm_{Path(name).name}")
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(text.replace(line, line + wait, 1))
    return tree


def arms_of(place: Place, *arguments: str) -> dict[str, dict[str, Any]]:
    """The arms of a run's only level, by method."""
    done = place.run("run", "append", *PLAN, *arguments, "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    (level,) = place.document("show")["levels"]
    return {arm["method"]: arm for arm in level["arms"]}


def test_a_method_that_harms_records_is_disqualified_with_the_count(place: Place) -> None:
    chosen = [f"--method={name}" for name in (C, "keeps", "loses", "tears", "doubles", "pieces", "overstates")]
    trees = ("--with", str(FAULTY), "--with", str(unhurried(place.root / "tree")))
    arms = arms_of(place, *trees, *chosen, "--set", "writers=2", "--set", "records=200", "--rounds", "10")
    kept = arms["keeps"]["record"]["records"]
    assert arms["unhurried"]["status"] == arms["keeps"]["status"] == "measured"
    assert kept["handed"] > 0 and sum(count or 0 for count in kept.values()) == kept["handed"]
    for method, harm in (("loses", "lost"), ("tears", "torn"), ("doubles", "doubled")):
        found = arms[method]["record"]["records"]
        assert arms[method]["status"] == "disqualified"
        # One of a hundred numbers ends in 50, and each writer counts for itself.
        assert abs(found[harm] - found["handed"] / 100) <= 2
        assert f"{found[harm]:,}" in arms[method]["reason"]
        assert [found[other] for other in ("lost", "torn", "doubled", "unknown") if other != harm] == [0, 0, 0]
    found = arms["pieces"]["record"]["records"]
    assert found["interleaved"] > 0 and found["lost"] == found["torn"] == found["doubled"] == 0
    assert "says its work was" in arms["overstates"]["reason"]
    assert place.leftovers() == []


def test_a_run_in_which_every_method_harms_records_is_kept_and_says_so(place: Place) -> None:
    chosen = [f"--method={name}" for name in ("loses", "tears")]
    done = place.run("run", "append", *PLAN, "--with", str(FAULTY), *chosen, "--set", "writers=2",
                     "--target", str(place.target))  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "None of the 2 methods keeps every record." in " ".join(done.stdout.split())
    told = " ".join(done.stderr.split())
    assert "append: nothing was timed, since at no level two methods or more keep every record" in told
    run = place.document("show")
    assert run["complete"] and f"iotrial show {run['run']} --details" in told
    assert [arm["record"]["records"]["lost"] > 0 for arm in run["levels"][0]["arms"]] == [True, False]
    assert place.leftovers() == []


def test_a_file_that_each_writer_empties_loses_records(place: Place) -> None:
    if shutil.which("php") is None:
        pytest.skip("PHP is not installed")
    chosen = ("--with", str(unhurried(place.root / "tree")), "--method", KEEPS_OPEN, "--method", REOPENS)
    arms = arms_of(place, *chosen, "--method", "keep_open_truncate", "--set", "writers=2", "--set", "records=100")
    assert arms["keep_open_truncate"]["status"] == "disqualified"
    assert "lost" in arms["keep_open_truncate"]["reason"]
    assert arms["unhurried_open"]["status"] == arms["unhurried_reopen"]["status"] == "measured"


def test_latency_fairness_and_lock_waits_are_shown(place: Place) -> None:
    del place.environment[WINDOW_NS]  # fairness takes a hundred records, each of which is waited for
    chosen = ("--with", str(unhurried(place.root / "tree")), "--method", KEEPS_OPEN, "--method", C)
    arms = arms_of(place, *chosen, "--set", "writers=2", "--set", "records=50")
    for arm in arms.values():
        found = arm["several"]
        assert 0 < found["p50_ns"] <= found["p90_ns"] <= found["p99_ns"] <= found["longest_ns"]
        assert found["stall_ns"] > 0 and found["longest_run"] >= 1 and 0.5 <= found["fairness"] <= 1
        assert arm["record"]["work"] == 1 and arm["throughput_per_second"] > 0
    assert arms["unhurried_open"]["record"]["lock_wait"]["count"] == 0
    wait = arms["unhurried"]["record"]["lock_wait"]
    assert wait["reason"] is None and wait["count"] > 0 and wait["p50_ns"] <= wait["longest_ns"]
    shown = place.run("show", "--details").stdout
    assert "at once" in shown and "fairness" in shown and "none lost, torn, interleaved or doubled" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("writers=0",), "at least 1 and at most 64"),
        (("writers=65",), "at least 1 and at most 64"),
        (("writers=two",), "two"),
        (("writers=2", "record_bytes=17"), "take 18 bytes"),
        (("writers=2", "record_bytes=16", "ending=none"), "take 17 bytes"),
        (("rotate=weekly",), "no, rename, copytruncate, copytruncate-locked"),
        (("arrival=fast",), "10000/s"),
        (("arrival=0/s",), "at least 1/s"),
        (("arrival=10/h",), "10000/s"),
        (("arrival=1.5/s",), "1.5"),
        (("arrival=100/s", "record_bytes=5"), "take 18 bytes"),
    ],
)
def test_an_impossible_level_is_refused_with_the_reason(place: Place, arguments: tuple[str, ...], words: str) -> None:
    given = [word for setting in arguments for word in ("--set", setting)]
    done = place.run("run", "append", "--method", "os_write", "--method", "file_reopen", *given)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr
    assert place.leftovers() == []


def test_a_log_that_is_moved_away_loses_nothing_and_open_handles_go_on_writing_to_it(place: Place) -> None:
    del place.environment[WINDOW_NS]  # a log is moved away at times that belong to a whole window
    chosen = ("--with", str(unhurried(place.root / "tree")), "--method", KEEPS_OPEN, "--method", REOPENS)
    rotated = ("--set", "writers=2", "--set", "rotate=rename", "--set", "records=300")
    arms = arms_of(place, *chosen, *rotated)
    assert [arm["status"] for arm in arms.values()] == ["measured"] * 2, arms
    for arm in arms.values():
        records = arm["record"]["records"]
        assert records["lost"] == records["torn"] == records["doubled"] == 0
    # Its handles are opened once and never again within the window; the other opens one for each record.
    opened = arms["unhurried_open"]["record"]["records"]
    assert opened["astray"] > opened["handed"] / 20
    reopened = arms["unhurried_reopen"]["record"]["records"]
    assert reopened["astray"] < reopened["handed"] / 100
    assert "to a log that had already been rotated away" in " ".join(place.run("show").stdout.split())
    assert place.leftovers() == []


def test_records_that_arrive_at_a_rate_are_served(place: Place) -> None:
    # A writer that waits for a record looks at the clock from a millisecond before it on.
    arms = arms_of(place, "--method", "c/write_keep_open", "--method", "c/write_reopen", "--set", "arrival=200/s")
    for arm in arms.values():
        found = arm["several"]
        assert 0 < found["served"]["share"] <= 1
        assert arm["record"]["records"]["lost"] == 0 and found["p99_ns"] > 0
    assert "served" in place.run("show", "--details").stdout
    assert "200/s" in place.run("show").stdout


def test_clients_each_have_a_sink_of_their_own(place: Place) -> None:
    tree = calm(place.root / "tree", "deliver/c/read_write_64k.c", "deliver/python/copyfileobj.py")
    done = place.run(
        "run", "deliver", "--with", str(tree), "--method", "c/calm_read_write_64k", "--method",
        "python/calm_copyfileobj", "--set", "clients=2", "--set", "file_bytes=100000", *PLAN,
        "--target", str(place.target),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (level,) = place.document("show")["levels"]
    for arm in level["arms"]:
        assert (arm["status"], arm["record"]["work"]) == ("measured", 100_000)
        assert arm["several"]["p50_ns"] > 0 and arm["record"]["records"] is None
        least = 1 << 20 if arm["arm"].startswith("python") else 1 << 17  # of two processes
        assert arm["record"]["all_bytes"] is None or arm["record"]["all_bytes"] > least
    assert place.leftovers() == []


def test_without_a_compiler_waits_for_the_lock_are_not_known_and_that_is_said(place: Place) -> None:
    if (php := shutil.which("php")) is None:
        pytest.skip("PHP is not installed")
    place.environment["PATH"] = str(place.root / "bin")
    (place.root / "bin").mkdir()
    for name, program in (("python3", sys.executable), ("php", php)):
        (place.root / "bin" / name).symlink_to(Path(program).resolve())
    tree = calm(place.root / "tree", "append/php/keep_open.php", "append/php/flock_each.php")
    chosen = ("--with", str(tree), "--method", "php/calm_keep_open", "--method", "php/calm_flock_each")
    arms = arms_of(place, *chosen, "--set", "writers=2", "--set", "records=50")
    wait = arms["calm_flock_each"]["record"]["lock_wait"]
    assert wait["count"] is None and wait["p50_ns"] is None and wait["reason"]
    assert "how long they wait for the lock is not known" in place.run("show", "--details").stdout


def test_a_run_that_was_killed_goes_on_and_keeps_its_counts(place: Place) -> None:
    tree = ("--with", str(unhurried(place.root / "tree")))
    chosen = (*tree, "--method", KEEPS_OPEN, "--method", REOPENS, "--set", "writers=2", "--set", "records=50")
    place.interrupt(signal.SIGKILL, "run", "append", *chosen, *PLAN, "--target", str(place.target))
    done = place.run("run", "--resume", "last", *tree)
    assert done.returncode == 0, done.stderr
    (level,) = place.document("show")["levels"]
    assert level["rounds"] == 8
    assert all(arm["record"]["records"]["handed"] > 0 for arm in level["arms"])
    assert place.leftovers() == []
