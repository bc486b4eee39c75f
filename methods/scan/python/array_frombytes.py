# read() of the whole file, then array.frombytes(): all integers in one array of the standard library.
# Use it if the file fits into memory twice and its integers are needed again and again, without numpy.
# called: array.frombytes()

from __future__ import annotations

from array import array

MOST_INTEGERS = 512


def scan(path: str) -> tuple[int, int, int]:
    with open(path, "rb", buffering=0) as source:
        content = source.read()
    words = array("i")  # in the machine's own byte order, which is the file's nearly everywhere
    words.frombytes(memoryview(content)[: len(content) // 4 * 4])
    integers = total = begin = 0  # begin is in words
    while begin < len(words):
        length = words[begin]
        if not 0 <= length <= MOST_INTEGERS:
            raise ValueError(f"{path}: a record of {length} integers")
        if begin + 1 + length > len(words):
            break
        record = words[begin + 1 : begin + 1 + length]
        total += sum(record[0::2]) + 2 * sum(record[1::2])
        integers += length
        begin += 1 + length
    return integers, total, len(content) - 4 * begin
