# os.scandir() and is_dir() of each entry: a pair of the name and whether it is a folder.
# Use it when folders and files are to be told apart; links alone cost a further call.
# called: os.scandir() and is_dir() of each
# sorted: no
# yields: entries
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[tuple[str, bool]]:
    with os.scandir(folder) as entries:
        return [(entry.name, entry.is_dir()) for entry in entries]
