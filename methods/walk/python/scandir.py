# os.scandir() of each folder that is left, and stat() of each file.
# Use it when it must be quick: an entry knows without another call whether it is a folder.
# called: os.scandir()
# sizes: yes
# hidden: yes
# any_name: yes
# unreadable: error
# vanished: error

from __future__ import annotations

import os


def walk(folder: str) -> tuple[int, int, int]:
    files = folders = total = 0
    left = [folder]
    while left:
        with os.scandir(left.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders += 1
                    left.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    files += 1
                    total += entry.stat(follow_symlinks=False).st_size
    return files, folders, total
