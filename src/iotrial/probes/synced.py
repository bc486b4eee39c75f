"""What a traced worker had the system write to the device: how often, and what it wrote after the last time. Pure."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from iotrial.probes.trace import WRITING, calls

#: Calls that return once what was written is on the device; sync_file_range(), which leaves out metadata, is none.
SYNCING = frozenset(("fsync", "fdatasync", "syncfs", "sync"))

#: The last argument of pwritev2() that makes one write as if the file had been opened with O_DSYNC or O_SYNC.
RWF_SYNCS = 0x2 | 0x4

#: Which argument holds the flags of an opening; openat2() hides them in memory.
FLAGS_AT = {"open": 1, "openat": 2}

#: The flag of msync() that waits.
MS_SYNC = 4


@dataclass(frozen=True)
class Synced:
    """Syncs of a piece of work (calls, and writes that are synced by themselves), writes, and writes after the last."""

    syncs: int = 0
    writes: int = 0
    unsynced_writes: int = 0


def synced(lines: Iterable[str], beside: Collection[int]) -> Synced:
    """What the lines of `strace -f -e raw=all` say; descriptors in `beside` hold no file of the work."""
    syncs = writes = unsynced = 0
    dsync: set[int] = set()
    for name, arguments, gave in calls(lines):
        if gave is None or gave < 0:
            continue
        first = arguments[0]
        if name in ("open", "openat", "creat", "openat2"):
            dsync.discard(gave)
            if name in FLAGS_AT and (arguments[FLAGS_AT[name]] or 0) & os.O_DSYNC:
                dsync.add(gave)
        elif name in SYNCING or (name == "msync" and (arguments[2] or 0) & MS_SYNC):
            syncs += 1
            unsynced = 0
        elif name in WRITING and first not in beside:
            writes += 1
            is_synced = first in dsync or (name == "pwritev2" and (arguments[5] or 0) & RWF_SYNCS)
            syncs += bool(is_synced)
            unsynced += not is_synced
    return Synced(syncs, writes, unsynced)
