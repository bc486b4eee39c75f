"""Files that a method has made, or put in the place of what it was given: read and written with care.

A regular file of no more bytes than we are ready to hold is believed to be one. Anything else there (a named pipe, a
device, a link) is an OSError with the reason, so that it is one arm's failure and nothing waits for it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader, FileIO
from pathlib import Path

from iotrial.folders.removal import clear
from iotrial.units import format_bytes

#: The most bytes that are read of one output, or of all files of a folder; most checks write far fewer.
MOST_BYTES = 128 << 20

#: The most files in a folder of outputs that are looked at.
MOST_FILES = 1_000_000

_SAFE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def room_for(expected_bytes: int) -> int:
    """Return the most bytes that are read where that many are expected: twice as many, for what is wrong with them."""
    return max(MOST_BYTES, 2 * expected_bytes)


@contextlib.contextmanager
def reading(path: Path | str, most_bytes: int | None = MOST_BYTES) -> Iterator[BufferedReader]:
    """Provide an open regular file of at most that many bytes; OSError if it is something else, or longer."""
    with os.fdopen(_descriptor(path, os.O_RDONLY), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if most_bytes is not None and size > most_bytes:
            raise OSError(errno.EFBIG, f"a file of {format_bytes(size)} is there, far more than any method leaves")
        yield file


@contextlib.contextmanager
def changing(path: Path | str, *, is_made: bool = False) -> Iterator[FileIO]:
    """Provide a regular file to be read and written, as it is; OSError if it is something else.

    is_made: it is made if it is missing.
    """
    with os.fdopen(_descriptor(path, os.O_RDWR | (os.O_CREAT if is_made else 0)), "r+b", buffering=0) as file:
        yield file


def content_of(path: Path | str, most_bytes: int = MOST_BYTES) -> bytes:
    """Read a regular file of at most that many bytes; OSError if it is something else, or longer."""
    with reading(path, most_bytes) as file:
        return file.read(os.fstat(file.fileno()).st_size)


def contents_of(folder: Path, most_bytes: int = MOST_BYTES) -> dict[str, bytes]:
    """Read all files of a folder, by their names; OSError if they are too many or something else is among them."""
    found: dict[str, bytes] = {}
    room_bytes = most_bytes
    with os.scandir(folder) as entries:
        for entry in entries:
            if len(found) >= MOST_FILES:
                raise OSError(errno.EFBIG, f"over {MOST_FILES:,} files are there")
            found[entry.name] = content_of(entry.path, room_bytes)
            room_bytes -= len(found[entry.name])
    return found


def size_of(path: Path | str) -> int:
    """Return the size of a regular file; OSError if it is something else."""
    state = os.lstat(path)
    _require_regular(state)
    return state.st_size


def rewrite(path: Path | str, content: bytes = b"") -> None:
    """Put content into a regular file, which is made if it is missing and otherwise stays the same one; or OSError."""
    with os.fdopen(_descriptor(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
        file.write(content)


def remove_folder(folder: Path | str) -> None:
    """Remove a folder of outputs and all in it, however deep; OSError if something of it stays."""
    folder = Path(folder)
    if reasons := clear(folder):
        raise OSError(errno.EBUSY, reasons[0])
    folder.rmdir()


def remove(path: Path) -> None:
    """Remove what is at a path, if anything, a folder with all in it. OSError if it stays."""
    if path.is_dir() and not path.is_symlink():
        remove_folder(path)
    else:
        path.unlink(missing_ok=True)


def fresh_outputs(folder: Path) -> None:
    """Restore a folder of outputs to its first state, empty and ours; OSError if that cannot be done.

    A method may have left something in it, taken our rights in it, or put something else in its place.
    """
    try:
        state = folder.lstat()
    except FileNotFoundError:
        folder.mkdir(mode=0o700)
        return
    if not stat.S_ISDIR(state.st_mode):
        folder.unlink()
        folder.mkdir(mode=0o700)
        return
    if stat.S_IMODE(state.st_mode) & stat.S_IRWXU == stat.S_IRWXU:
        with os.scandir(folder) as entries:
            if next(entries, None) is None:
                return
    if reasons := clear(folder):
        raise OSError(errno.EBUSY, reasons[0])


def _descriptor(path: Path | str, flags: int) -> int:
    """Open a regular file, without waiting for anybody; return its descriptor."""
    descriptor = os.open(path, flags | _SAFE, 0o600)
    try:
        _require_regular(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _require_regular(state: os.stat_result) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "something that is no regular file is in its place")
