# mmap, of which each piece is a slice.
# Use it when the file stays in memory and is mapped once for long; one that another process
# cuts short meanwhile kills this one with SIGBUS.
# called: mmap
# tags: mapped
# short: counted

from __future__ import annotations

import mmap


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    total = 0
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for offset in offsets:
            piece = mapped[offset : offset + piece_bytes]
            total += piece.count(b"\n") + piece[0] + piece[-1]
    return len(offsets), total
