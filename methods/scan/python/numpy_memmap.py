# numpy.memmap: the file is mapped as an array, each record's integers summed by numpy where they lie.
# Use it when parts of a big file are read again and again; a file that another process cuts short
# meanwhile kills this one with SIGBUS.
# called: numpy.memmap
# tags: mapped
# needs: package numpy

from __future__ import annotations

import os

import numpy as np

MOST_INTEGERS = 512


def scan(path: str) -> tuple[int, int, int]:
    file_bytes = os.stat(path).st_size
    if file_bytes < 4:  # an empty file cannot be mapped
        return 0, 0, file_bytes
    words = np.memmap(path, dtype="<i4", mode="r", shape=(file_bytes // 4,))
    integers = total = begin = 0  # begin is in words
    while begin < len(words):
        length = int(words[begin])
        if not 0 <= length <= MOST_INTEGERS:
            raise ValueError(f"{path}: a record of {length} integers")
        if begin + 1 + length > len(words):
            break
        record = words[begin + 1 : begin + 1 + length]
        total += int(record[0::2].sum(dtype=np.int64)) + 2 * int(record[1::2].sum(dtype=np.int64))
        integers += length
        begin += 1 + length
    return integers, total, file_bytes - 4 * begin
