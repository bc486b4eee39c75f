"""Files that appear whole under their names, or not at all, even if the writer is killed."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from iotrial.store.unfinished import TEMPORARY


def replace_whole(path: Path, data: bytes) -> None:
    """Put data under a name, synced, in one step."""
    temporary = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}-{path.name}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync(path: Path) -> None:
    """Have the system write out a file or a folder; OSError if it cannot."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder written out."""
    with contextlib.suppress(OSError):  # some network file systems cannot sync a folder, and need not
        sync(folder)
