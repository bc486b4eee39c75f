# os.listdir(), then os.path.isdir() of each name: a pair of the name and whether it is a folder.
# Use it when few names are asked about; each costs a call, which os.scandir() spares.
# called: os.listdir() and os.path.isdir() of each
# sorted: no
# yields: entries
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[tuple[str, bool]]:
    return [(name, os.path.isdir(os.path.join(folder, name))) for name in os.listdir(folder)]
