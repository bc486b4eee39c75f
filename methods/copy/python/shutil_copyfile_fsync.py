# shutil.copyfile(), then fsync() of the copy and of its folder: it outlives a power cut.
# Use it when the original is removed next.
# called: shutil.copyfile(), then fsync()
# tags: by-name, untouched
# durable: each file
# mode: not kept

from __future__ import annotations

import os
import shutil


def copy_file(source: str, target: str) -> None:
    shutil.copyfile(source, target)
    with open(target, "rb+") as copy:
        os.fsync(copy.fileno())
    folder = os.open(os.path.dirname(target) or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # it holds the name
    finally:
        os.close(folder)
