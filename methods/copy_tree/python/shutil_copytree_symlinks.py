# shutil.copytree() with symlinks, which copies links as they are.
# Use it by default: a link that leads nowhere is no error, and one that leads to a folder above makes no endless copy.
# called: shutil.copytree() with symlinks
# links: kept
# mode: kept
# times: kept
# existing: error
# unreadable: goes on
# any_name: yes

from __future__ import annotations

import shutil


def copy_tree(source: str, target: str) -> None:
    shutil.copytree(source, target, symlinks=True)
