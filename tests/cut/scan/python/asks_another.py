# Planted: another process reads the file for it, so that it is never seen to read.
# For tests only.

from __future__ import annotations

import array
import subprocess


def scan(path: str) -> tuple[int, int, int]:
    content = subprocess.run(["cat", path], capture_output=True, check=True).stdout
    words = array.array("i", content[: len(content) // 4 * 4])
    integers = total = begin = 0
    while begin < len(words) and begin + 1 + words[begin] <= len(words):
        record = words[begin + 1 : begin + 1 + words[begin]]
        total += sum(record[0::2]) + 2 * sum(record[1::2])
        integers += len(record)
        begin += 1 + len(record)
    return integers, total, len(content) - 4 * begin
