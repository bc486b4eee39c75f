"""A copy of a file or folder of the user's, and the states that tell if either has changed."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class EntryState(NamedTuple):
    """All that changes with an entry of a folder when it is written to or replaced."""

    inode: int
    mode: int
    size: int
    modified_ns: int


def states_of(path: Path) -> dict[str, EntryState]:
    """Return the state of a file, or of a folder and all in it, by its path from there; "" is itself.

    OSError if it cannot be read, or if something in it is neither a file, a folder nor a link.
    """
    found = {}
    for name, state in _entries(path, "", path.stat()):
        if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode) or stat.S_ISLNK(state.st_mode)):
            where = path / name
            raise OSError(errno.EINVAL, "is neither a file nor a folder", os.fspath(where))
        found[name] = EntryState(state.st_ino, state.st_mode, state.st_size, state.st_mtime_ns)
    return found


def _entries(path: Path, name: str, state: os.stat_result) -> Iterator[tuple[str, os.stat_result]]:
    yield name, state
    if stat.S_ISDIR(state.st_mode):
        for below in sorted(os.listdir(path)):  # noqa: PTH208 (names alone)
            yield from _entries(path / below, f"{name}/{below}".lstrip("/"), os.lstat(path / below))


def copy_to(source: Path, copy: Path) -> None:
    """Copy a file or a folder with its links, times and rights to a path that is not there yet; OSError if it fails."""
    part = copy.with_name(copy.name + ".part")
    if source.is_dir():
        shutil.copytree(source, part, symlinks=True)
    else:
        shutil.copy2(source, part)
    part.rename(copy)
