# os.path.isfile() of each path.
# Use it when folders do not count; what cannot be looked up counts as missing.
# called: os.path.isfile()
# tells: existence
# finds: files
# links: followed
# slashes: kept
# denied: missing

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = sum(os.path.isfile(f"{folder}/{name}") for name in names)
    return exist, 0, 0
