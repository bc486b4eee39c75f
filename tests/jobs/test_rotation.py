"""A log that is cut under a lock is cut while nobody else holds it."""

from __future__ import annotations

import fcntl
import time
from pathlib import Path

import pytest

from iotrial.jobs.rotation import CUTS, Rotation


@pytest.mark.parametrize("way", ["rename", "copytruncate", "copytruncate-locked"])
def test_a_lock_holds_up_only_a_cut_that_takes_one(tmp_path: Path, way: str) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a record\n")
    with log.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        now = time.monotonic_ns()
        with Rotation(log, way, (now, now + 1), 1) as rotation:
            if way == "copytruncate-locked":
                time.sleep(0.05)
                assert rotation.files == []
                fcntl.flock(held, fcntl.LOCK_UN)
    assert len(rotation.files) == CUTS
    assert b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir())) == b"a record\n"


@pytest.mark.parametrize("way", ["copytruncate", "copytruncate-locked"])
def test_a_link_in_place_of_the_log_is_not_followed(tmp_path: Path, way: str) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    (tmp_path / "log").symlink_to("theirs")
    now = time.monotonic_ns()
    with pytest.raises(OSError), Rotation(tmp_path / "log", way, (now, now + 1), 1):
        pass
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


def test_a_lock_that_is_never_given_back_is_waited_for_so_long_and_nothing_is_cut_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iotrial.jobs.rotation.PATIENCE_S", 0.2)
    log = tmp_path / "log"
    log.write_bytes(b"a record\n")
    now = time.monotonic_ns()
    with log.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        rotation = Rotation(log, "copytruncate-locked", (now, now + 1), 1)
        with pytest.raises(OSError, match="could not be locked"), rotation:
            pass
    rotation._thread.join()
    assert log.read_bytes() == b"a record\n" and list(tmp_path.iterdir()) == [log]
