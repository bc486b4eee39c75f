# os.scandir() of the folder once, and a set of its names.
# Use it when most names of a folder are looked up: it asks the system for no single one.
# called: os.scandir() and a set
# tells: existence
# finds: anything
# links: not followed
# slashes: never there
# denied: error

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    with os.scandir(folder) as entries:
        there = {entry.name for entry in entries}
    exist = sum(name in there for name in names)
    return exist, 0, 0
