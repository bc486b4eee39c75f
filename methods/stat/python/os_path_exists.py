# os.path.exists() of each path.
# Use it by default for the existence alone; what cannot be looked up counts as missing.
# called: os.path.exists()
# tells: existence
# finds: anything
# links: followed
# slashes: kept
# denied: missing

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = sum(os.path.exists(f"{folder}/{name}") for name in names)
    return exist, 0, 0
