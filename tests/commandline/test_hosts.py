"""Several hosts that write to one log: each a client of a file system behind a server, with a cache of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from targets.mounting import mounted_in, require

#: The fewest rounds that give one arm beside the baseline an interval.
PLAN = ("--rounds", "8", "--blocks", "1", "--set", "records=50", "--set", "writers=2")

#: Empties the log now and then, and writes down how many records it held: under a lock of this machine, so that no
#: other harm comes to any of them and the count is exact.
EMPTIES = """\
# Empty the log before each fiftieth record of the second writer.
# visible: each record
# lock: none
# append: yes
# durable: each record

import fcntl
import os

LOCK = {lock!r}
COUNTS = {counts!r}


def append(path, records):
    written = 0
    log = os.open(path, os.O_WRONLY | os.O_APPEND)
    for record in records:
        with open(LOCK, "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if record.startswith(b"#01") and int(record[4:16]) % 50 == 49:
                os.ftruncate(log, 0)
                note(path, "x")
            os.write(log, record)
            os.fdatasync(log)
            if record.startswith(b"#"):
                note(path, ".")
        written += 1
    os.close(log)
    return written


def note(path, sign):
    with open(COUNTS + "/" + os.path.basename(path), "a") as counts:
        counts.write(sign)
"""


def level_of(place: Place, *arguments: str) -> dict[str, Any]:
    """The only level of a run."""
    done = place.run("run", "append", *PLAN, *arguments, "--target", str(place.target))
    assert done.returncode in (0, 1), done.stderr
    (level,) = place.document("show")["levels"]
    return dict(level)


def test_records_that_a_host_empties_the_log_of_are_counted_exactly(tmp_path: Path) -> None:
    require("glusterfs")
    place = Place(tmp_path)
    counts = tmp_path / "counts"
    method = tmp_path / "tree" / "append" / "python" / "empties.py"
    for folder in (counts, method.parent):
        folder.mkdir(parents=True)
    method.write_text(EMPTIES.format(lock=str(tmp_path / "lock"), counts=str(counts)))
    level = level_of(
        place, "--with", str(tmp_path / "tree"), "--method", "php/flock_fdatasync_each", "--method", "python/empties",
        "--set", "hosts=2", "--set", "target=glusterfs",
    )  # fmt: skip
    arms = {arm["method"]: arm for arm in level["arms"]}
    noted = [path.read_text() for path in counts.iterdir()]
    found = arms["empties"]["several"]["records"]
    assert found["handed"] == sum(signs.count(".") for signs in noted)
    assert found["lost"] == sum(len(signs.rpartition("x")[0].replace("x", "")) for signs in noted) > 0
    assert found["torn"] == found["interleaved"] == found["doubled"] == found["unknown"] == 0
    assert arms["empties"]["status"] == "disqualified"
    kept = arms["flock_fdatasync_each"]
    assert kept["status"] == "measured" and kept["several"]["records"]["handed"] > 0
    assert place.leftovers() == [] and mounted_in(place.root) == []


def test_without_a_lock_no_method_keeps_every_record_and_that_is_the_answer(tmp_path: Path) -> None:
    require("sshfs")
    place = Place(tmp_path)
    chosen = ("--method", "python/os_write", "--method", "python/file_flush_each", "--set", "target=sshfs")
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
