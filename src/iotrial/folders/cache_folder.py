"""The folder that iotrial keeps between runs: compiled programs, notes of what was begun, the target `disk`."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from iotrial.folders.custody import make_folder, reached, swapper_of

#: Root's own folder, used if `sudo -E` or the like leaves root with another user's home.
ROOTS_OWN = Path("/var/cache/iotrial")


def cache_folder() -> Path:
    """Return the user's cache folder; ROOTS_OWN if we are root and others could swap what root keeps there."""
    folder = Path(platformdirs.user_cache_dir("iotrial"))
    if os.geteuid() == 0 and swapper_of(folder) is not None:
        return ROOTS_OWN
    return folder


def own_folder(name: str) -> Path:
    """Return a private folder in the cache folder, made if it is missing; OSError if it cannot be made.

    Only we may write to the folders that are made above it, with any umask. If another user was faster than root and
    made one of them, it is made in ROOTS_OWN.
    """
    for folder in (cache_folder() / name, ROOTS_OWN / name):
        if make_folder(folder, 0o700) is None:
            return folder
    raise PermissionError(errno.EPERM, "others could swap what root keeps there", os.fspath(folder))


@contextlib.contextmanager
def own_folder_opened(name: str) -> Iterator[int]:
    """Provide a descriptor of a folder in the cache folder, which is there; OSError if not, or if others could swap it.

    Others may have made it after we asked for its path.
    """
    with reached(cache_folder() / name) as (folder, found):
        if found is not None and os.geteuid() == 0:
            raise PermissionError(errno.EPERM, "others could swap what root keeps there", name)
        yield folder
