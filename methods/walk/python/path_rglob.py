# Path.rglob("*"), and lstat() of each path.
# Use it for small trees in code that has paths: it makes one for each entry, and leaves out in silence a folder that
# may not be read.
# called: Path.rglob()
# sizes: yes
# hidden: yes
# any_name: yes
# unreadable: left out
# vanished: error

from __future__ import annotations

import stat
from pathlib import Path


def walk(folder: str) -> tuple[int, int, int]:
    files = folders = total = 0
    for path in Path(folder).rglob("*"):
        about = path.lstat()
        if stat.S_ISDIR(about.st_mode):
            folders += 1
        elif stat.S_ISREG(about.st_mode):
            files += 1
            total += about.st_size
    return files, folders, total
