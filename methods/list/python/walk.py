# next(os.walk()): the first step of a walk, the names of folders and of files in two lists.
# Use it when folders and files are wanted apart; it looks at the kind of each entry to tell them.
# called: the first step of os.walk()
# sorted: no
# yields: names
# hidden: yes
# dots: no

from __future__ import annotations

import os
from typing import NoReturn


def _raised(error: OSError) -> NoReturn:
    raise error  # walk() would keep it to itself, and seem to have found nothing


def list_folder(folder: str) -> list[str]:
    _, folders, files = next(os.walk(folder, onerror=_raised))
    return folders + files
