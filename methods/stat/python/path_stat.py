# Path.stat() of each path; the error of a missing one is caught.
# Use it in code that has paths already, for sizes or times. A slash at the end is dropped.
# called: Path.stat()
# tells: size and time
# finds: anything
# links: followed
# slashes: dropped
# denied: error

from __future__ import annotations

from pathlib import Path


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    place = Path(folder)
    exist = total = newest = 0
    for name in names:
        try:
            about = (place / name).stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        exist += 1
        total += about.st_size
        newest = max(newest, int(about.st_mtime))
    return exist, total, newest
