# Planted: what it does not find it takes to be zeros, and says nothing of it.
# For tests only.

from __future__ import annotations

import array
import os


def scan(path: str) -> tuple[int, int, int]:
    with open(path, "rb", buffering=0) as source:
        size = os.fstat(source.fileno()).st_size
        content = source.read().ljust(size, b"\0")
    words = array.array("i", content[: len(content) // 4 * 4])
    integers = total = begin = 0
    while begin < len(words) and begin + 1 + words[begin] <= len(words):
        record = words[begin + 1 : begin + 1 + words[begin]]
        total += sum(record[0::2]) + 2 * sum(record[1::2])
        integers += len(record)
        begin += 1 + len(record)
    return integers, total, len(content) - 4 * begin
