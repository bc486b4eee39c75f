# shutil.copyfile(): the library's way, which asks the kernel to copy if it can.
# Use it unless something speaks against it.
# tags: untouched
# durable: no
# mode: not kept

from __future__ import annotations

import shutil


def copy_file(source: str, target: str) -> None:
    shutil.copyfile(source, target)
