# seek() and read() of a file without a buffer.
# Use it when pieces are small and lie far apart: no more is read than that.
# called: seek() and read() without a buffer
# short: counted

from __future__ import annotations


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    total = 0
    with open(path, "rb", buffering=0) as file:
        for offset in offsets:
            file.seek(offset)
            piece = file.read(piece_bytes)
            total += piece.count(b"\n") + piece[0] + piece[-1]
    return len(offsets), total
