"""Trees of files that a job has made: folders in each other, and links."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

#: Files of a folder.
FOLDER_FILES = 20

_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEF"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


def paths_in_tree(files: int, depth: int) -> Iterator[bytes]:
    """Yield the paths of files, twenty to a folder; folders lie in each other down to a depth, and then begin anew."""
    for number in range(files):
        chain, level = divmod(number // FOLDER_FILES, depth)
        above = "/".join(f"{chain:04}{_NAMES[step]}" for step in range(level + 1))
        yield f"{above}/{number:07}.bin".encode()


def grow_tree(
    folder: Path,
    files: Iterable[tuple[bytes, bytes]],
    folders: Iterable[bytes] = (),
    links: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Make a tree in a new folder, or in an empty one that is there: its files and what they hold, its links.

    folders: those of them that may hold no file. links: by their paths, where they lead. OSError if it cannot be made.
    """
    for name in (b"", *folders):
        (folder / os.fsdecode(name)).mkdir(parents=True, exist_ok=True)
    there = folder
    for name, content in files:
        path = folder / os.fsdecode(name)
        if path.parent != there:
            there = path.parent
            there.mkdir(parents=True, exist_ok=True)
        file = os.open(path, _NEW, 0o644)
        try:
            if os.write(file, content) < len(content):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(file)
    for name, target in links:
        (folder / os.fsdecode(name)).symlink_to(os.fsdecode(target))
