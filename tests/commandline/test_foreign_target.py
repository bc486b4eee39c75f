"""Targets, caches and results in folders of other users: what is refused, what is said, and that nothing is touched."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from commandline.command import SMALL, Place
from places.hostile import OTHER, give, immutable, require_root
from places.mounting import mounted_in, require


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


@pytest.mark.parametrize("command", ["run", "check", "advise"])
def test_root_is_refused_a_target_of_another_user_in_one_line_with_a_hint(place: Place, command: str) -> None:
    require_root()
    give(place.target)
    arguments = {
        "run": SMALL,
        "check": ("python/os_write",),
        "advise": ("append", "--language", "python"),
    }
    done = place.run(command, *arguments[command], "--target", str(place.target))
    assert done.returncode == 2, done.stderr
    error, hint = done.stderr.strip().splitlines()
    assert error.startswith(f"error: the target {str(place.target)!r} belongs to ") and "who could swap" in error
    assert hint.startswith("hint: name a folder of root's, or run as that user: sudo -u ")
    assert place.leftovers() == [] and place.runs() == []


def test_root_is_refused_results_in_a_folder_of_another_user_before_anything_is_measured(place: Place) -> None:
    require_root()
    theirs = place.root / "theirs"
    theirs.mkdir()
    give(theirs)
    done = place.run("run", *SMALL, "--target", str(place.target), "--results", str(theirs / "results"))
    assert done.returncode == 2, done.stderr
    error, hint = done.stderr.strip().splitlines()
    assert error.startswith(f"error: the results folder {str(theirs / 'results')!r} lies in {str(theirs)!r}, which ")
    assert hint.startswith("hint: name a folder of root's, or run as that user: sudo -u ")
    assert list(theirs.iterdir()) == [] and place.leftovers() == []


def test_no_folder_of_targets_is_made_through_a_link_of_another_user(place: Place) -> None:
    require("tmpfs")
    own = place.root / "own"
    own.mkdir()
    shared = place.root / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "link").symlink_to(own)
    give(shared / "link")
    place.environment["IOTRIAL_TARGETS"] = str(shared / "link" / "targets")
    done = place.run("target", "create", "tmpfs", "--size", "128MiB")
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 2, done.stderr
    assert list(own.iterdir()) == [] and mounted_in(place.root) == []


def test_a_made_target_is_not_made_in_a_folder_of_another_user(place: Place) -> None:
    require("ext4")
    give(place.target)
    done = place.run("run", *SMALL, "--set", "target=ext4", "--target", str(place.target))
    assert done.returncode == 3 and "who could swap what root makes there" in done.stderr, done.stderr
    assert place.leftovers() == [] and mounted_in(place.root) == []


def test_root_does_not_work_in_a_created_target_of_another_user(place: Place) -> None:
    require("tmpfs")
    made = place.run("target", "create", "tmpfs", "--size", "128MiB", "--owner", str(OTHER))
    if "no user" in made.stderr:
        pytest.skip("the other user's number has no name here")
    assert made.returncode == 0, made.stderr
    try:
        done = place.run("run", *SMALL, "--target", "tmpfs")
        assert done.returncode == 3 and "the target tmpfs in" in done.stderr, done.stderr
        assert "who could swap" in done.stderr and "sudo -u" in done.stderr
    finally:
        assert place.run("target", "remove", "tmpfs").returncode == 0


def test_a_folder_of_targets_below_a_folder_of_another_user_is_left_alone(place: Place) -> None:
    require("tmpfs")
    above = place.root / "above"
    above.mkdir()
    give(above)
    (above / "targets").mkdir()
    place.environment["IOTRIAL_TARGETS"] = str(above / "targets")
    done = place.run("target", "create", "tmpfs", "--size", "128MiB")
    assert done.returncode == 2 and "could swap it" in done.stderr, done.stderr
    assert mounted_in(place.root) == []


def test_what_stays_of_an_unfinished_target_is_said_and_goes_when_it_can(place: Place) -> None:
    require("tmpfs")
    left = place.root / "targets" / "tmpfs"
    (left / "below").mkdir(parents=True)
    (left / "below" / "file").touch()
    with immutable(left / "below" / "file"):
        done = place.run("target", "list")
        assert done.returncode == 0 and "the target tmpfs is left: " in done.stderr, done.stderr
        assert "'file' cannot be removed" in done.stderr
    assert place.run("target", "list").stderr == "" and not left.exists()


#: A method that leaves a file beside its outputs that nobody can remove.
LEAVES = """# Leaves a file that stays, beside the log.
# Use it for a test.
# visible: each record
# lock: none
# append: yes
# durable: no

import os
import subprocess


def append(path, records):
    kept = os.path.join(os.path.dirname(path), "kept")
    if not os.path.exists(kept):
        open(kept, "x").close()
        subprocess.run(["chattr", "+i", kept], check=True)
    written = 0
    with open(path, "ab", buffering=0) as log:
        for record in records:
            log.write(record)
            written += 1
    return written
"""


def test_what_a_run_cannot_remove_is_said_at_its_end_and_at_the_next_start(place: Place, tmp_path: Path) -> None:
    (tmp_path / "probe").touch()
    with immutable(tmp_path / "probe"):
        pass  # or the test is skipped
    method = place.root / "mine" / "methods" / "append" / "python" / "leaves.py"
    method.parent.mkdir(parents=True)
    method.write_text(LEAVES)
    arguments = ("--with", str(place.root / "mine"), "--method", "leaves", "--target", str(place.target))
    try:
        done = place.run("run", *SMALL, "--no-evidence", *arguments)
        assert done.returncode == 0, done.stderr
        assert "note: what this run made is left: " in done.stderr and "'kept' cannot be removed" in done.stderr
        again = place.run("check", "append/c/write_reopen", "--target", str(place.target))
        assert "note: what an earlier run left is still there: " in again.stderr, again.stderr
    finally:
        subprocess.run(["chattr", "-R", "-i", place.target], check=True)
    assert place.run("check", "append/c/write_reopen", "--target", str(place.target)).returncode == 0
    assert place.leftovers() == []
