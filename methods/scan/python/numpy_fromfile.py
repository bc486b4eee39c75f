# numpy.fromfile(): the whole file in one array, each record's integers summed by numpy.
# Use it if the file fits in memory and what is done with it is done by numpy, too.
# called: numpy.fromfile()
# needs: package numpy

from __future__ import annotations

import os

import numpy as np

MOST_INTEGERS = 512


def scan(path: str) -> tuple[int, int, int]:
    with open(path, "rb") as source:
        words = np.fromfile(source, dtype="<i4")
        file_bytes = os.fstat(source.fileno()).st_size
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
