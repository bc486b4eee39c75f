# os.scandir() of each folder that is left, whose entries know what they are.
# Use it when sizes are not wanted: nothing is asked about any entry.
# called: os.scandir() without sizes
# sizes: no
# hidden: yes
# any_name: yes
# unreadable: error
# vanished: error

from __future__ import annotations

import os


def walk(folder: str) -> tuple[int, int, int]:
    files = folders = 0
    left = [folder]
    while left:
        with os.scandir(left.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders += 1
                    left.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    files += 1
    return files, folders, 0
