# os.path.lexists() of each path, which looks at a link and not at what it leads to.
# Use it when links are to be found as links, wherever they lead.
# called: os.path.lexists()
# tells: existence
# finds: anything
# links: not followed
# slashes: kept
# denied: missing

from __future__ import annotations

import os


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    exist = sum(os.path.lexists(f"{folder}/{name}") for name in names)
    return exist, 0, 0
