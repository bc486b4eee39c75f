"""Where iotrial keeps things between runs: compiled programs, notes of what was begun, the target of `disk`."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from iotrial.folders.custody import swapper_of

#: Root's own, for when `sudo -E` or the like leaves root with another user's home.
ROOTS_OWN = Path("/var/cache/iotrial")


def cache_folder() -> Path:
    """The user's cache folder; root's own if we are root and others could swap what root keeps in that one."""
    folder = Path(platformdirs.user_cache_dir("iotrial"))
    if os.geteuid() == 0 and swapper_of(folder) is not None:
        return ROOTS_OWN
    return folder


def own_folder(name: str) -> Path:
    """A folder below it that nobody else looks into, made if it is not there; OSError if it cannot be.

    Nobody else may write to what is made above it, whatever the umask.
    """
    folder = cache_folder() / name
    for above in reversed(folder.parents):
        if not above.exists():
            above.mkdir(mode=0o755, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
