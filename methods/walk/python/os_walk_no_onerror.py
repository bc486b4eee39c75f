# os.walk() as most write it, without `onerror`, and os.lstat() of each file.
# Use it when folders that may not be read are to be left out, which nothing tells then.
# called: os.walk() without onerror
# sizes: yes
# hidden: yes
# any_name: yes
# unreadable: left out
# vanished: left out

from __future__ import annotations

import os
import stat


def walk(folder: str) -> tuple[int, int, int]:
    files = total = 0
    folders = -1  # the folder itself comes first
    for where, _, names in os.walk(folder):
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
