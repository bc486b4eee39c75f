# shutil.rmtree() of each folder in the tree in one of several threads, then of the tree.
# Use it for large trees of many folders on a device or a server that takes several requests at once.
# called: shutil.rmtree() in threads
# tags: threaded
# parameters: at_once 1..64
# refused: stops
# missing: error
# top_link: error
# any_name: yes
# deep: yes

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor

AT_ONCE = 4


def remove_tree(folder: str) -> None:
    if not os.path.islink(folder):
        with os.scandir(folder) as entries:
            folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        with ThreadPoolExecutor(AT_ONCE) as workers:
            list(workers.map(shutil.rmtree, folders))
    shutil.rmtree(folder)
