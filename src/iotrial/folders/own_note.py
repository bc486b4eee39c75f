"""Small files of ours that a later start reads: markers, records of mounts, notes of what was begun elsewhere.

A note is trusted only if it is a regular file of ours or of root's, reached without following a link: in a folder that
others may write to, a link or a pipe could lie in its place.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

#: A note is at most this large; a larger file is none of ours.
MOST_BYTES = 64 << 10


def read_note(name: str | Path, folder: int | None = None, *, of_others: bool = False) -> str:
    """Read a note in an open folder or by its path; OSError if it is none of ours.

    of_others: notes of other users are read too, to be reported only.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(name, flags, dir_fd=folder)
    try:
        state = os.fstat(descriptor)
        is_ours = of_others or state.st_uid in (0, os.geteuid())
        if not is_ours or not stat.S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
            raise PermissionError(errno.EPERM, "it is none of ours", os.fspath(name))
        return os.read(descriptor, MOST_BYTES).decode("utf-8", "surrogateescape")
    finally:
        os.close(descriptor)


def write_note(name: str | Path, text: str, folder: int | None = None, *, mode: int = 0o600) -> None:
    """Write a new note and sync it; OSError if something is in its place."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(name, flags, mode, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogateescape", closefd=False) as file:
            file.write(text)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
