"""Paths as DuckDB takes them: each names one file and is neither a pattern, nor a home, nor a part of what it reads.

DuckDB takes `*`, `?` and `[` for a pattern, a folder `level=7` for a column of what lies in it, and no name that is not
UTF-8. So a file whose path has more than plain characters is named by way of its open folder.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.folders.removal import identity_of, opened

_PLAIN = re.compile(r"[\w/.,@: +~-]*")

#: The most folders that are open at once, for paths that are not plain.
_MOST_OPEN = 64

#: Folders with names that are not plain, each with its descriptor. One whose name another has now stays open too: a
#: view may still read by its number.
_OPEN: dict[tuple[Path, object], int] = {}


def plain_path(file: Path) -> str:
    """Return a path by which DuckDB finds this very file, whose own name is plain; UsageError if there is none."""
    path = file.absolute()
    if _is_plain(path):
        return str(path)
    above = path.parent.parent if _is_plain(Path(path.parent.name)) else path.parent
    return f"{_descriptor_path(above)}/{path.relative_to(above)}"


def _is_plain(path: Path) -> bool:
    text = str(path)
    return _PLAIN.fullmatch(text) is not None and text.isprintable()


def _descriptor_path(folder: Path) -> str:
    """A path to a folder by its descriptor, which stays open."""
    path = f"/proc/self/fd/{_opened(folder)}"
    if not Path(path).is_dir():
        raise UsageError(Problem("has a name that cannot be read here", where=str(folder), hint="rename it"))
    return path


def _opened(folder: Path) -> int:
    try:
        with opened(folder.resolve()) as now:
            key = (folder, identity_of(now))
            if key in _OPEN:
                return _OPEN[key]
            if len(_OPEN) >= _MOST_OPEN:
                said = f"over {_MOST_OPEN} folders have names with other characters than letters, digits and _ . + -"
                raise UsageError(Problem(said, where=str(folder), hint="rename some of them, or ask about one run"))
            _OPEN[key] = os.dup(now)
    except OSError as error:
        raise UsageError(Problem(f"cannot be read: {error.strerror}", where=str(folder))) from None
    return _OPEN[key]
