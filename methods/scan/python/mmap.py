# mmap and memoryview.cast(): the file is mapped and its integers summed where they lie.
# Use it when parts of a big file are read again and again; a file that another process cuts short
# meanwhile kills this one with SIGBUS.
# called: mmap
# tags: mapped

from __future__ import annotations

import mmap
import os

MOST_INTEGERS = 512


def scan(path: str) -> tuple[int, int, int]:
    with open(path, "rb", buffering=0) as source:
        size = os.fstat(source.fileno()).st_size
        if size == 0:  # an empty file cannot be mapped
            return 0, 0, 0
        integers = total = begin = 0  # begin and end are in words
        end = size // 4
        mapping = mmap.mmap(source.fileno(), size, access=mmap.ACCESS_READ)
        # "i" takes the machine's own byte order, which is the file's nearly everywhere.
        with mapping, memoryview(mapping) as whole, whole[: 4 * end] as part, part.cast("i") as words:
            while begin < end:
                length = words[begin]
                if not 0 <= length <= MOST_INTEGERS:
                    raise ValueError(f"{path}: a record of {length} integers")
                if begin + 1 + length > end:
                    break
                with words[begin + 1 : begin + 1 + length] as record:
                    total += sum(record[0::2]) + 2 * sum(record[1::2])
                integers += length
                begin += 1 + length
        return integers, total, size - 4 * begin
