# os.pread() of each piece.
# Use it when the file is shared by threads, or pieces are small; it gives less than was asked for at the end.
# called: os.pread()
# short: counted

from __future__ import annotations

import os


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    file = os.open(path, os.O_RDONLY)
    total = 0
    try:
        for offset in offsets:
            piece = os.pread(file, piece_bytes, offset)
            total += piece.count(b"\n") + piece[0] + piece[-1]
    finally:
        os.close(file)
    return len(offsets), total
