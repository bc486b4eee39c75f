"""A folder in memory, for tests that are not about a disk.

A disk makes a method that syncs each record wait for each, and ext4 makes files slowly after thousands of them went.
What a method or a command does is the same on any file system; that it does so on a disk is in tests/kits, with every
method in C, and in those files of tests/commandline that say so.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

#: Files in memory, if there can be any.
MEMORY = Path("/dev/shm")

#: The least that must be free there.
ROOM_BYTES = 1 << 30


@contextlib.contextmanager
def folder_in_memory(otherwise: Path) -> Iterator[Path]:
    """A folder of one test in memory if that can be, which goes with it; otherwise the one that is given."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM_BYTES:
        yield otherwise
        return
    with tempfile.TemporaryDirectory(prefix="iotrial-test-", dir=MEMORY) as folder:
        yield Path(folder)
