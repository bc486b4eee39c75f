# os.walk() from the bottom up, os.unlink() of each file and os.rmdir() of each folder.
# Use it when the program decides what to remove: a link to a folder is among the folders, and has to be told from them.
# called: os.walk() from the bottom up
# refused: stops
# missing: error
# top_link: followed
# any_name: yes
# deep: no

from __future__ import annotations

import os


def remove_tree(folder: str) -> None:
    for where, folders, files in os.walk(folder, topdown=False):
        for name in files:
            os.unlink(os.path.join(where, name))
        for name in folders:
            path = os.path.join(where, name)
            if os.path.islink(path):
                os.unlink(path)
            else:
                os.rmdir(path)
    os.rmdir(folder)
