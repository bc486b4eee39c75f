# os.preadv() of each piece into one bytearray.
# Use it for large pieces: none of them becomes an object of its own.
# called: os.preadv()
# needs: linux
# short: refused

from __future__ import annotations

import os


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    piece = bytearray(piece_bytes)
    file = os.open(path, os.O_RDONLY)
    total = 0
    try:
        for offset in offsets:
            if os.preadv(file, [piece], offset) < piece_bytes:
                raise EOFError(f"the end of {path} cuts a piece")
            total += piece.count(b"\n") + piece[0] + piece[-1]
    finally:
        os.close(file)
    return len(offsets), total
