# mmap with MADV_RANDOM, of which each piece is a slice.
# Use it when the file does not fit into memory, and each piece is a page or less; one that another process
# cuts short meanwhile kills this one with SIGBUS.
# called: mmap with MADV_RANDOM
# tags: mapped
# short: counted

from __future__ import annotations

import mmap


def read_at(path: str, offsets: list[int], piece_bytes: int) -> tuple[int, int]:
    total = 0
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        mapped.madvise(mmap.MADV_RANDOM)
        for offset in offsets:
            piece = mapped[offset : offset + piece_bytes]
            total += piece.count(b"\n") + piece[0] + piece[-1]
    return len(offsets), total
