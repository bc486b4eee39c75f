# os.stat() of each path; the error of a missing one is caught.
# Use it when sizes or times are wanted, too: one call tells all of it.
# called: os.stat()
# tells: size and time
# finds: anything
# links: followed
# slashes: kept
# denied: error

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = total = newest = 0
    for name in names:
        try:
            about = os.stat(f"{folder}/{name}")
        except (FileNotFoundError, NotADirectoryError):
            continue
        exist += 1
        total += about.st_size
        newest = max(newest, int(about.st_mtime))
    return exist, total, newest
