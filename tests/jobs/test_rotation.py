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
