"""Folders of many fresh files, placed and put aside so that removed files do not slow down those that come after.

ext4 without a journal does not reuse an inode for a minute or more after its file was removed, and goes through all
such inodes for each new file of the same block group: 200 files took 35 to 82 ms after thousands had come and gone,
4 to 17 ms in folders that are spread, and 4.3 to 5.2 ms if they are put aside too.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

#: ioctl() numbers and the attribute (`chattr +T`) of Linux's <linux/fs.h>, for machines of 64 bits.
_GET_FLAGS, _SET_FLAGS = 0x80086601, 0x40086602
_TOP_FOLDER = 0x20000

#: The most files that are put aside: this number, or this share of the files that the file system has room for.
MOST_ASIDE = 1_000_000
ASIDE_SHARE = 0.25


def fresh_folder(path: Path) -> None:
    """Make an empty folder; in a folder that was spread, its place is drawn anew each time."""
    drawn = path.with_name(secrets.token_hex(8))  # ext4 draws the place from the name
    drawn.mkdir(mode=0o700)
    drawn.rename(path)


def spread(folder: Path) -> bool:
    """Have each new folder in this one placed where the file system has most room; return if it supports that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            (flags,) = struct.unpack("Q", fcntl.ioctl(descriptor, _GET_FLAGS, bytes(8)))
            fcntl.ioctl(descriptor, _SET_FLAGS, struct.pack("Q", flags | _TOP_FOLDER))
        finally:
            os.close(descriptor)
        return True
    return False


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Provide the descriptor of a folder; OSError if a link lies there, which could lead to anybody's."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _make_empty(name: str, folder: int) -> None:
    """Empty a file of an open folder; OSError if a link lies there, which could lead to anybody's file."""
    flags = os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    os.close(os.open(name, flags, dir_fd=folder))


class Aside:
    """Folders that are no longer needed, kept with empty files until the run ends, up to a number of files."""

    def __init__(self) -> None:
        self._files = 0

    def put(self, folder: Path, *, is_spread: bool) -> None:
        """Put a tree of files aside; remove it instead if enough are there, or if nothing is gained by it."""
        with _opened(folder) as opened:
            files = sum(len(names) for _, _, names, _ in os.fwalk(dir_fd=opened))
            room = os.fstatvfs(opened).f_favail
            is_kept = is_spread and self._files + files <= min(MOST_ASIDE, ASIDE_SHARE * (self._files + room))
            for _, _, names, place in os.fwalk(dir_fd=opened) if is_kept else ():
                for name in names:
                    _make_empty(name, place)  # so that its content is never written to the device
        if not is_kept:
            shutil.rmtree(folder)
            return
        aside = folder.parent.with_name("aside")
        aside.mkdir(mode=0o700, exist_ok=True)
        folder.rename(aside / secrets.token_hex(8))
        self._files += files
