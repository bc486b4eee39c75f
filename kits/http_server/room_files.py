"""Files in a room, to which servers may write: whoever follows a link of theirs as root would reach anything."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import BinaryIO

#: Marks of lines in a log that tell of no error.
_HARMLESS = ("[warn]", "notice]", "NOTICE:", "[INFO]", "INFO:")


def open_theirs(path: Path) -> BinaryIO:
    """Open a file that a server may have put there, to be read; OSError if it is a link, or no file."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(f"{path.name} is no file")
    return os.fdopen(descriptor, "rb")


def make_in(path: Path, mode: int) -> int:
    """Make a file anew and open it to be written; RuntimeError if a server has put something in its place.

    Servers may write to the room, and whoever follows a link of theirs as root would write anywhere.
    """
    with contextlib.suppress(OSError):
        path.unlink()
    try:
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, mode
        )
    except OSError as error:
        raise RuntimeError(f"{path.name} cannot be made: {error.strerror}") from None
    os.fchmod(descriptor, mode)
    return descriptor


def last_lines(log: Path, most: int = 2) -> list[str]:
    """Return the last lines of a log that tell of an error; none if it cannot be read."""
    try:
        with open_theirs(log) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - 4096))
            lines = file.read().decode("utf-8", "replace").splitlines()
            return [line for line in lines if not any(mark in line for mark in _HARMLESS)][-most:]
    except OSError:
        return []
