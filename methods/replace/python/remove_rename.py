# open() and write() to another name in the folder, os.remove() of the old file, then os.rename().
# Use it nowhere if you can: for a moment there is no file. os.replace() needs no os.remove().
# called: os.remove(), then os.rename()
# atomic: with a gap
# durable: no
# keeps: nothing

from __future__ import annotations

import os


def replace_file(path: str, content: bytes) -> None:
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
    os.remove(path)
    os.rename(part, path)
