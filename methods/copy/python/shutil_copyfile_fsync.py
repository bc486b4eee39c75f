# shutil.copyfile(), then fsync(): the copy outlives a power cut.
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
