# seek() and read() of a file for each piece.
# Use it by default; small pieces have its whole buffer of a page or more read each time.
# called: seek() and read()
# short: counted

from __future__ import annotations


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    total = 0
    with open(path, "rb") as file:
        for offset in offsets:
            file.seek(offset)
            piece = file.read(piece_bytes)
            total += piece.count(b"\n") + piece[0] + piece[-1]
    return len(offsets), total
