"""The folder of a site: iotrial marks those that it makes, and writes into no other."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.folders.custody import make_folder
from iotrial.folders.own_file import write_own

#: The file by which iotrial knows a folder that it made.
MARKER = ".iotrial-site"

_OPTION = "--output"


def require_own(folder: Path) -> None:
    """Raise UsageError unless the folder is not there, is empty, or is one that iotrial made."""
    where = f"{_OPTION} {folder}"
    try:
        if not folder.exists():
            return
        if not folder.is_dir():
            raise UsageError(Problem("is no folder", where=where, hint="name another"))
        if any(folder.iterdir()) and not (folder / MARKER).is_file():
            told = "has files in it, and iotrial did not make it"
            raise UsageError(Problem(told, where=where, hint="name a folder that is not there"))
    except OSError as error:
        raise UsageError(Problem(f"cannot be used: {error.strerror}", where=where)) from None


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a site, and remove what an earlier one left there; the marker comes first.

    UsageError if we are root and another user could swap what is made there.
    """
    require_own(folder)
    if odd := next((name for name in files if ".." in name.split("/") or name.startswith("/")), None):
        raise ValueError(f"a file of a site lies in it: {odd}")
    try:
        if found := make_folder(folder, 0o755):
            raise UsageError(Problem(found.sentence(folder, "the folder of the site"), hint=found.hint))
        write_own(folder / MARKER, b"Made by iotrial site, which removes and writes files here.\n", _OPTION)
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != MARKER:
                path.unlink()
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        told = f"cannot be written: {error.strerror}"
        raise UsageError(Problem(told, where=f"{_OPTION} {folder}", hint="name another folder")) from None
