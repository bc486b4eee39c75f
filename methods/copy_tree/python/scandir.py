# os.scandir(), calling itself for each folder, and shutil.copyfile() of each file.
# Use it when the program decides what to copy, or when it must be quick; permissions and times are not kept.
# called: os.scandir() and shutil.copyfile()
# links: kept
# mode: not kept
# times: not kept
# existing: error
# unreadable: stops
# any_name: yes

from __future__ import annotations

import os
import shutil


def copy_tree(source: str, target: str) -> None:
    os.mkdir(target)
    with os.scandir(source) as entries:
        for entry in entries:
            path = os.path.join(target, entry.name)
            if entry.is_dir(follow_symlinks=False):
                copy_tree(entry.path, path)
            else:
                shutil.copyfile(entry.path, path, follow_symlinks=False)
