"""The files that are checked: those that git tracks, and new ones that it does not ignore."""

from __future__ import annotations

import functools
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files(*patterns: str) -> list[str]:
    """The paths of files that match one of some patterns, from the top of the checkout; a star means slashes, too."""
    return [name for name in _all() if any(fnmatchcase(name, pattern) for pattern in patterns)]


@functools.cache
def _all() -> tuple[str, ...]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(sorted({name for name in listed if name and (ROOT / name).is_file()}))
