"""Counts of a traced worker's syncs, and of what a power cut could still take after them.

A file is safe when its bytes are on the device, and its name as well, which its folder holds (fsync(2)): a sync of the
file does the one, a sync of the folder the other. A name that was there before the work is safe.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from iotrial.probes.opened import MOVING, Before, OpenFiles
from iotrial.probes.trace import Call, calls_in_words

#: Calls that return once the writes are on the device; not sync_file_range(), which leaves out metadata.
SYNCING = frozenset(("fsync", "fdatasync", "syncfs", "sync"))

#: Those that bring all of a file system to the device, or of all of them.
SYNCING_ALL = frozenset(("syncfs", "sync"))

#: Flags in the last argument of pwritev2(): one write as if the file had been opened with O_DSYNC or O_SYNC.
RWF_SYNCS = 0x2 | 0x4

#: The flag of msync() that waits.
MS_SYNC = 4


@dataclass(frozen=True)
class Synced:
    """Syncs of a piece of work (calls, and writes that sync by themselves), and what they brought to the device."""

    syncs: int = 0
    writes: int = 0
    unsynced_writes: int = 0
    unsynced_names: int = 0
    safe: int = 0  # times that all that was done had come to be safe, bytes and names
    renamed_unsynced: int = 0  # names that a file took while bytes of it were not on the device


def synced(lines: Iterable[str], beside: Collection[int], before: Before | None = None) -> Synced:
    """Count syncs and writes in lines of strace, whose numbers are raw and whose paths are in hexadecimal digits.

    Descriptors in `beside` hold no file of the work until their number is given to a file.
    """
    work = _SyncedWork(beside, before or Before())
    for call in calls_in_words(lines):
        if call.gave is not None and call.gave >= 0:
            work.follow(call)
    left = work.unsynced_writes(), len(work.files.new_names)
    return Synced(work.syncs, work.writes, *left, work.safe, work.renamed_unsynced)


class _SyncedWork:
    """The work as far as calls tell: how much of it is on the device."""

    def __init__(self, beside: Collection[int], before: Before) -> None:
        self.syncs = self.safe = self.writes = self.renamed_unsynced = 0
        self.files = OpenFiles(before, beside)

    def follow(self, call: Call) -> None:
        """Follow one call that succeeded."""
        self.renamed_unsynced += call.name in MOVING and self.unsynced_writes() > 0
        self.files.follow(call)
        number = self.files.written_by(call)
        if call.name in SYNCING or (call.name == "msync" and (call.number(2) or 0) & MS_SYNC):
            self._sync(call)
        elif number is not None:
            self._write(call, number)

    def unsynced_writes(self) -> int:
        """Count the writes that are not on the device."""
        return sum(file.unsynced for file in self.files.work())

    def _write(self, call: Call, number: int) -> None:
        file = self.files.of(number)
        is_work = self.files.is_work(file)
        self.writes += is_work
        if self.files.is_dsync(number) or (call.name == "pwritev2" and (call.number(5) or 0) & RWF_SYNCS):
            self.syncs += is_work
            self.safe += is_work and self._is_safe()
        else:
            file.unsynced += 1

    def _sync(self, call: Call) -> None:
        # What is stored to a mapping is not seen, so each msync() is taken for one that something was stored before.
        has_changed = call.name == "msync" or not self._is_safe()
        if call.name in SYNCING_ALL:
            self.files.sync_all()
        elif call.name == "msync":
            self.files.sync_mapped(call.number(0))
        else:
            self.files.sync(call.number(0))
        self.syncs += 1
        self.safe += has_changed and self._is_safe()

    def _is_safe(self) -> bool:
        return not self.files.new_names and not self.unsynced_writes()
