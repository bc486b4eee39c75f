# shutil.copy(): the same, and the mode of the file as well.
# Use it when the copy is to be run, or read, by the same people.
# tags: untouched
# durable: no
# mode: kept

from __future__ import annotations

import shutil


def copy_file(source: str, target: str) -> None:
    shutil.copy(source, target)
