# os.fwalk(), which gives a descriptor of each folder, and os.stat() of each file by it.
# Use it when others may move folders meanwhile: names are looked up in the folder that was listed. Unless it is given
# `onerror`, it leaves out in silence a folder that may not be read.
# called: os.fwalk()
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
    for _, _, names, place in os.fwalk(folder):
        folders += 1
        for name in names:  # of files, links, and all that is no folder
            try:
                about = os.stat(name, dir_fd=place, follow_symlinks=False)
            except FileNotFoundError:  # gone meanwhile
                continue
            if stat.S_ISREG(about.st_mode):
                files += 1
                total += about.st_size
    return files, folders, total
