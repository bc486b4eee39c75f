# shutil.copytree() as it is called by default: it copies what links lead to, and keeps permissions and times.
# Use it when the copy must stand alone. It goes on after a file that it cannot copy, and raises an error with all of
# them at the end.
# called: shutil.copytree()
# links: followed
# mode: kept
# times: kept
# existing: error
# unreadable: goes on
# any_name: yes

from __future__ import annotations

import shutil


def copy_tree(source: str, target: str) -> None:
    shutil.copytree(source, target)
