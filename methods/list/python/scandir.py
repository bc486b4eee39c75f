# os.scandir(): an entry for each name, which knows without another call whether it is a folder.
# Use it when you need kinds or sizes too; leave the list away if one entry at a time will do.
# sorted: no
# yields: entries
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)
