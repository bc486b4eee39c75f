# shutil.copyfileobj(): by pieces, of 64 KiB unless another size is said.
# Use it when one of the two is no file; before Python 3.8 copyfile() did the same, by 16 KiB.
# parameters: piece_bytes 512..16777216
# durable: no
# mode: not kept

from __future__ import annotations

import shutil

PIECE_BYTES = 65536


def copy_file(source: str, target: str) -> None:
    with open(source, "rb") as reader, open(target, "wb") as writer:
        shutil.copyfileobj(reader, writer, PIECE_BYTES)
