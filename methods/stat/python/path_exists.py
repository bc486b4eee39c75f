# Path.exists() of each path.
# Use it in code that has paths already: making one costs more than asking. A slash at the end is dropped, and whether a
# name that may not be looked up is an error differs between versions of Python.
# called: Path.exists()
# tells: existence
# finds: anything
# links: followed
# slashes: dropped
# denied: varies

from __future__ import annotations

from pathlib import Path


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    place = Path(folder)
    exist = sum((place / name).exists() for name in names)
    return exist, 0, 0
