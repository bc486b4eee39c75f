from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

#: Files in memory, if there can be any.
MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """In memory if that can be: these tests make thousands of files, which ext4 makes slowly after as many went.

    They are about what a check sees of a method's calls and files, which is the same on any file system; that methods
    do their job on a disk is in tests/kits.
    """
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < 1 << 30:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="iotrial-test-", dir=MEMORY) as folder:
        yield Path(folder)
