# shutil.copyfileobj() by pieces of 16 KiB: what shutil.copyfile() did before Python 3.8.
# Use it where one of the two is no file.
# tags: article
# durable: no
# mode: not kept

from __future__ import annotations

import shutil

PIECE_BYTES = 16 * 1024


def copy_file(source: str, target: str) -> None:
    with open(source, "rb") as reader, open(target, "wb") as writer:
        shutil.copyfileobj(reader, writer, PIECE_BYTES)
