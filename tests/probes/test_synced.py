"""Syncs in a trace: calls, writes that are synced by themselves, and writes after the last."""

from __future__ import annotations

import pytest

from iotrial.probes.synced import Synced, synced

WRITE = "write(0x5, 0x7f, 0x64) = 0x64"
DSYNC = "openat(0xffffff9c, 0x7f, 0x1441, 0x1b6) = 0x5"
PLAIN = "openat(0xffffff9c, 0x7f, 0x441, 0x1b6) = 0x5"


@pytest.mark.parametrize(
    ("calls", "right"),
    [
        ([], Synced(0, 0, 0)),
        ([PLAIN, WRITE, WRITE], Synced(0, 2, 2)),
        ([PLAIN, WRITE, "fdatasync(0x5) = 0", WRITE, "fdatasync(0x5) = 0"], Synced(2, 2, 0)),
        ([PLAIN, WRITE, WRITE, "fsync(0x5) = 0"], Synced(1, 2, 0)),
        ([PLAIN, WRITE, "fsync(0x5) = 0", WRITE], Synced(1, 2, 1)),
        ([DSYNC, WRITE, WRITE], Synced(2, 2, 0)),
        ([DSYNC, WRITE, PLAIN, WRITE], Synced(1, 2, 1)),  # the number was given to another file
        (["open(0x7f, 0x101441, 0x1b6) = 0x5", WRITE], Synced(1, 1, 0)),
        (["creat(0x7f, 0x1b6) = 0x5", WRITE], Synced(0, 1, 1)),
        (["pwritev2(0x5, 0x7f, 0x1, 0, 0, 0x2) = 0x64"], Synced(1, 1, 0)),
        (["pwritev2(0x5, 0x7f, 0x1, 0, 0, 0x8) = 0x64"], Synced(0, 1, 1)),
        (["msync(0x7f, 0x1000, 0x4) = 0"], Synced(1, 0, 0)),
        (["msync(0x7f, 0x1000, 0x1) = 0"], Synced(0, 0, 0)),
        (["syncfs(0x4) = 0", "sync() = 0"], Synced(2, 0, 0)),
        (["sync_file_range(0x5, 0, 0, 0x7) = 0"], Synced(0, 0, 0)),
        (["fsync(0x5) = -1 EIO (Input/output error)", WRITE], Synced(0, 1, 1)),
        (["write(0x4, 0x7f, 0x9) = 0x9", "write(0x1, 0x7f, 0x9) = 0x9"], Synced(0, 0, 0)),  # talk and output
        # a thread says that its sync is done, by a descriptor that holds no file until its number is given to one
        (
            ["eventfd2(0, 0x80800) = 0x6", PLAIN, WRITE, "fsync(0x5) = 0", "write(0x6, 0x7f, 0x8) = 0x8"],
            Synced(1, 1, 0),
        ),
        (["eventfd2(0, 0) = 0x5", PLAIN, WRITE], Synced(0, 1, 1)),
        (
            [PLAIN, "fsync(0x5) = 0", "eventfd2(0, 0) = 0x7", "dup2(0x5, 0x7) = 0x7", "write(0x7, 0x7f, 1) = 1"],
            Synced(1, 1, 1),
        ),
        (["eventfd2(0, 0) = 0x7", "dup(0x7) = 0x8", "write(0x8, 0x7f, 8) = 8"], Synced(0, 0, 0)),
        (["openat(0xffffff9c, 0x7f, 0x441, 0x1b6) = 0x4", "write(0x4, 0x7f, 0x9) = 0x9"], Synced(0, 1, 1)),
    ],
    ids=lambda value: str(value) if isinstance(value, Synced) else "; ".join(value),
)
def test_syncs_are_counted_in_their_order(calls: list[str], right: Synced) -> None:
    seen = synced([f"7  {call}\n" for call in calls], {1, 2, 3, 4})
    assert Synced(seen.syncs, seen.writes, seen.unsynced_writes) == right
