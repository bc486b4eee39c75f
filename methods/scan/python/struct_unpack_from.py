# read() of 1 MiB at once, then struct.unpack_from(): each record's integers come as a tuple.
# Use it for records of mixed types, and for files whose byte order must not depend on the machine.
# called: struct.unpack_from()

from __future__ import annotations

import struct

PIECE_BYTES = 1 << 20
MOST_INTEGERS = 512
COUNT = struct.Struct("<i")


def scan(path: str) -> tuple[int, int, int]:
    integers = total = 0
    rest = b""  # the record that the seam cuts
    with open(path, "rb", buffering=0) as source:
        while piece := source.read(PIECE_BYTES):
            piece = rest + piece
            begin, end = 0, len(piece)
            while end - begin >= COUNT.size:
                (length,) = COUNT.unpack_from(piece, begin)
                if not 0 <= length <= MOST_INTEGERS:
                    raise ValueError(f"{path}: a record of {length} integers")
                if end - begin < COUNT.size + 4 * length:
                    break
                record = struct.unpack_from(f"<{length}i", piece, begin + COUNT.size)
                total += sum(record[0::2]) + 2 * sum(record[1::2])
                integers += length
                begin += COUNT.size + 4 * length
            rest = piece[begin:]
    return integers, total, len(rest)
