"""Counts of a traced worker's syncs, and of the writes after the last of them. Pure."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from iotrial.probes.trace import WRITING, calls

#: Calls that return once the writes are on the device; not sync_file_range(), which leaves out metadata.
SYNCING = frozenset(("fsync", "fdatasync", "syncfs", "sync"))

#: Calls that give a descriptor by which threads wake each other, in which no file is.
WAKING = frozenset(("eventfd", "eventfd2", "timerfd_create"))

#: Calls that give another number for what has one already.
COPYING = frozenset(("dup", "dup2", "dup3"))

#: Flags in the last argument of pwritev2(): one write as if the file had been opened with O_DSYNC or O_SYNC.
RWF_SYNCS = 0x2 | 0x4

#: The index of the argument that holds the flags of an open call; openat2() has them in memory.
FLAGS_AT = {"open": 1, "openat": 2}

#: The flag of msync() that waits.
MS_SYNC = 4


@dataclass(frozen=True)
class Synced:
    """Syncs of a piece of work (calls, and writes that sync by themselves), writes, and writes after the last sync."""

    syncs: int = 0
    writes: int = 0
    unsynced_writes: int = 0


def synced(lines: Iterable[str], beside: Collection[int]) -> Synced:
    """Count syncs and writes in lines of `strace -f -e raw=all`.

    Descriptors in `beside` hold no file of the work until their number is given to a file.
    """
    syncs = writes = unsynced = 0
    beside = set(beside)
    dsync: set[int] = set()
    for name, arguments, gave in calls(lines):
        if gave is None or gave < 0:
            continue
        first = arguments[0]
        if name in ("open", "openat", "creat", "openat2"):
            dsync.discard(gave)
            beside.discard(gave)
            if name in FLAGS_AT and (arguments[FLAGS_AT[name]] or 0) & os.O_DSYNC:
                dsync.add(gave)
        elif name in WAKING or (name in COPYING and first in beside):
            beside.add(gave)
        elif name in COPYING:
            beside.discard(gave)
        elif name in SYNCING or (name == "msync" and (arguments[2] or 0) & MS_SYNC):
            syncs += 1
            unsynced = 0
        elif name in WRITING and first not in beside:
            writes += 1
            is_synced = first in dsync or (name == "pwritev2" and (arguments[5] or 0) & RWF_SYNCS)
            syncs += bool(is_synced)
            unsynced += not is_synced
    return Synced(syncs, writes, unsynced)
