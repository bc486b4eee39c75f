# os.path.exists(), getsize() and getmtime() of each path, which ask the system each.
# Use os.stat() instead: it tells all of it at once, and nothing can change in between.
# called: os.path.getsize()
# tells: size and time
# finds: anything
# links: followed
# slashes: kept
# denied: missing

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = total = newest = 0
    for name in names:
        path = f"{folder}/{name}"
        if os.path.exists(path):
            exist += 1
            total += os.path.getsize(path)
            newest = max(newest, int(os.path.getmtime(path)))
    return exist, total, newest
