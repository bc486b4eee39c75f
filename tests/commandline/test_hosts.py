"""Several hosts that write to one log: each a client of a file system behind a server, with a cache of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from empties import Empties
from places.mounting import mounted_in, require

#: The fewest rounds that give one arm beside the baseline an interval.
PLAN = ("--rounds", "8", "--blocks", "1", "--set", "records=50", "--set", "writers=2", "--no-evidence")


def level_of(place: Place, *arguments: str) -> dict[str, Any]:
    """The only level of a run."""
    done = place.run("run", "append", *PLAN, *arguments, "--target", str(place.target))
    assert done.returncode in (0, 1), done.stderr
    (level,) = place.document("show")["levels"]
    return dict(level)


def test_records_that_a_host_empties_the_log_of_are_counted_exactly(tmp_path: Path) -> None:
    require("glusterfs")
    place = Place(tmp_path)
    empties = Empties(tmp_path)
    level = level_of(
        place, "--with", str(empties.tree), "--method", "php/flock_fdatasync_each", "--method", "python/empties",
        "--set", "hosts=2", "--set", "target=glusterfs",
    )  # fmt: skip
    arms = {arm["method"]: arm for arm in level["arms"]}
    found = arms["empties"]["record"]["records"]
    assert found["handed"] == empties.handed and found["lost"] == empties.lost > 0
    assert found["torn"] == found["interleaved"] == found["doubled"] == found["unknown"] == 0
    assert arms["empties"]["status"] == "disqualified"
    kept = arms["flock_fdatasync_each"]
    assert kept["status"] == "measured" and kept["record"]["records"]["handed"] > 0
    assert place.leftovers() == [] and mounted_in(place.root) == []


def test_without_a_lock_no_method_keeps_every_record_and_that_is_the_answer(tmp_path: Path) -> None:
    require("sshfs")
    place = Place(tmp_path)
    place.shorten_windows()
    chosen = ("--method", "c/write_keep_open", "--method", "c/fwrite_flush_each", "--set", "target=sshfs")
    done = place.run("run", "append", *PLAN, *chosen, "--set", "hosts=1,2", "--target", str(place.target))
    assert done.returncode == 0 and "At hosts=2 none of the 2 methods keeps every record." in " ".join(
        done.stdout.split()
    )
    alone, between = place.document("show")["levels"]
    assert [arm["status"] for arm in alone["arms"]] == ["measured"] * 2
    assert [arm["status"] for arm in between["arms"]] == ["disqualified"] * 2
    assert place.leftovers() == [] and mounted_in(place.root) == []


def test_a_target_that_one_host_has_is_skipped(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.run("run", "append", *PLAN, "--method", "python/os_write", "--method", "python/file_reopen",
                     "--set", "hosts=2", "--target", str(place.target))  # fmt: skip
    assert "one host has the target disk: take sshfs or glusterfs, which several can" in " ".join(
        (done.stdout + done.stderr).split()
    )
    assert place.leftovers() == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("writers=2", "hosts=3"), "3 hosts are more than 2 writers"),
        (("writers=1", "hosts=2"), "2 hosts are more than 1 writer"),
        (("writers=2", "hosts=2", "rotate=rename"), "a log is cut on one host only"),
        (("writers=2", "hosts=0"), "at least 1 and at most 16"),
    ],
)
def test_hosts_that_cannot_be_are_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    place = Place(tmp_path)
    chosen = ("--method", "python/os_write", "--method", "python/file_reopen")
    done = place.run("run", "append", *chosen, *(word for one in arguments for word in ("--set", one)))
    assert done.returncode == 2 and words in done.stderr, done.stderr
