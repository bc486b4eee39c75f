# os.scandir() and stat() of each entry: a pair of the name and its size and times.
# Use it when sizes or times are needed; on Linux each costs a call all the same.
# called: os.scandir() and stat() of each
# sorted: no
# yields: entries
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        return [(entry.name, entry.stat()) for entry in entries]
