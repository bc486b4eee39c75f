# os.listdir(): all names in one list.
# Use it when names are all you need; for kinds and sizes scandir() spares calls.
# sorted: no
# yields: names
# hidden: yes
# dots: no

from __future__ import annotations

import os


def list_folder(folder: str) -> list[str]:
    return os.listdir(folder)
