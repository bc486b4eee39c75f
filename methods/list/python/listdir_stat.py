# os.listdir(), then os.stat() of each name: a pair of the name and its size and times.
# Use it when names are all you have; os.scandir() builds the paths for you.
# called: os.listdir() and os.stat() of each
# sorted: no
# yields: entries
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[tuple[str, os.stat_result]]:
    return [(name, os.stat(os.path.join(folder, name))) for name in os.listdir(folder)]
