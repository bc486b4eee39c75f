"""The folder that iotrial keeps between runs: compiled programs, notes of what was begun, the target `disk`."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from iotrial.folders.custody import swapper_of

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

    Nobody else may write to the folders that are made above it, whatever the umask.
    """
    folder = cache_folder() / name
    for above in reversed(folder.parents):
        if not above.exists():
            above.mkdir(mode=0o755, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
