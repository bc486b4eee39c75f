# os.pread() of each piece.
# Use it when few of them are read, or each is large.

from __future__ import annotations

import os


def read_at(path: str, offsets: list[int], size: int) -> tuple[int, int]:
    file = os.open(path, os.O_RDONLY)
    total = 0
    try:
        for offset in offsets:
            piece = os.pread(file, size, offset)
            total += piece[0] + piece[size - 1]
    finally:
        os.close(file)
    return len(offsets), total
