# Path.unlink() of each file, and Path.rmdir().
# Use it when the names are known.

from __future__ import annotations

from pathlib import Path


def remove_folder(path: str, names: list[str]) -> None:
    folder = Path(path)
    for name in names:
        (folder / name).unlink()
    folder.rmdir()
