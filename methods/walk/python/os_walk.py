# os.walk(), and os.lstat() of each file.
# Use it by default, with `onerror`: without it, a folder that may not be read is left out in silence.
# called: os.walk()
# sizes: yes
# hidden: yes
# any_name: yes
# unreadable: error
# vanished: left out

from __future__ import annotations

import os
import stat


def fail(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # one that is gone meanwhile is left out
        raise error


def walk(folder: str) -> tuple[int, int, int]:
    files = total = 0
    folders = -1  # the folder itself comes first
    for where, _, names in os.walk(folder, onerror=fail):
        folders += 1
        for name in names:  # of files, links, and all that is no folder
            try:
                about = os.lstat(os.path.join(where, name))
            except FileNotFoundError:  # gone meanwhile
                continue
            if stat.S_ISREG(about.st_mode):
                files += 1
                total += about.st_size
    return files, folders, total
