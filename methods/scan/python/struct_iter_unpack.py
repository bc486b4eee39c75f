# read() of 1 MiB at once, then struct.iter_unpack(): the integers come one by one, each in a tuple.
# Use it for records that all have one form; for these, of many lengths, unpack_from() makes far
# fewer tuples.
# called: struct.iter_unpack()

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

PIECE_BYTES = 1 << 20
MOST_INTEGERS = 512
INTEGER = struct.Struct("<i")


class Words:
    """The integers of a file; afterwards `rest_bytes` says how many bytes at its end were none."""

    def __init__(self, source: BinaryIO) -> None:
        self.source, self.rest_bytes = source, 0

    def __iter__(self) -> Iterator[int]:
        while piece := self.source.read(PIECE_BYTES):  # shorter at the end only
            self.rest_bytes = len(piece) % INTEGER.size
            for (word,) in INTEGER.iter_unpack(piece[: len(piece) - self.rest_bytes]):
                yield word


def scan(path: str) -> tuple[int, int, int]:
    integers = total = part = 0
    with open(path, "rb") as source:
        words = Words(source)
        following = iter(words)
        for length in following:
            if not 0 <= length <= MOST_INTEGERS:
                raise ValueError(f"{path}: a record of {length} integers")
            record = list(islice(following, length))
            if len(record) < length:
                part = INTEGER.size * (1 + len(record))
                break
            total += sum(record[0::2]) + 2 * sum(record[1::2])
            integers += length
    return integers, total, part + words.rest_bytes
