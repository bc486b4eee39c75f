# os.access() with F_OK of each path.
# Use it when nothing but the existence is wanted: no result object is made.
# called: os.access()
# tells: existence
# finds: anything
# links: followed
# slashes: kept
# denied: missing

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = sum(os.access(f"{folder}/{name}", os.F_OK) for name in names)
    return exist, 0, 0
