# readinto() and memoryview.cast(): 1 MiB at a time into one buffer, integers summed where they lie.
# Use it when a file is read once from end to end; its memory stays the same for any size.
# called: readinto() of 1 MiB at once

from __future__ import annotations

BUFFER_BYTES = 1 << 20
MOST_INTEGERS = 512


def scan(path: str) -> tuple[int, int, int]:
    integers = total = filled = 0
    buffer = memoryview(bytearray(BUFFER_BYTES))
    words = buffer.cast("i")  # in the machine's own byte order, which is the file's nearly everywhere
    with open(path, "rb", buffering=0) as source:
        while count := source.readinto(buffer[filled:]):
            filled += count
            begin, end = 0, filled // 4  # in words
            while begin < end:
                length = words[begin]
                if not 0 <= length <= MOST_INTEGERS:
                    raise ValueError(f"{path}: a record of {length} integers")
                if begin + 1 + length > end:
                    break
                record = words[begin + 1 : begin + 1 + length]
                total += sum(record[0::2]) + 2 * sum(record[1::2])
                integers += length
                begin += 1 + length
            rest = buffer[4 * begin : filled]  # the record that the seam cuts goes to the front
            filled = len(rest)
            buffer[:filled] = rest
    return integers, total, filled
