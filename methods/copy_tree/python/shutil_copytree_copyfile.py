# shutil.copytree() with shutil.copyfile as `copy_function`, which copies the bytes of files alone, and dirs_exist_ok.
# Use it when the copies need no permissions and times; folders get theirs all the same.
# called: shutil.copytree() with copyfile
# links: kept
# mode: not kept
# times: not kept
# existing: merged
# unreadable: goes on
# any_name: yes

from __future__ import annotations

import shutil


def copy_tree(source: str, target: str) -> None:
    shutil.copytree(source, target, symlinks=True, copy_function=shutil.copyfile, dirs_exist_ok=True)
