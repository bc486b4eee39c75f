# read(), bytes.translate(), write(): pieces of 64 KiB, each changed through a table of 256 bytes.
# Use it when every byte maps to one byte; changes that span bytes need to carry over the seams.
# called: read() and write() of 64 KiB

from __future__ import annotations

import string
from typing import BinaryIO

PIECE_BYTES = 64 * 1024
UPPER, LOWER = string.ascii_uppercase.encode(), string.ascii_lowercase.encode()
ROT13 = bytes.maketrans(UPPER + LOWER, UPPER[13:] + UPPER[:13] + LOWER[13:] + LOWER[:13])


def transform(path: str, sink: BinaryIO) -> int:
    sent = 0
    with open(path, "rb", buffering=0) as source:
        while piece := source.read(PIECE_BYTES):
            rest = memoryview(piece.translate(ROT13))
            while rest:  # an unbuffered write may take less than it was given
                rest = rest[sink.write(rest) :]
            sent += len(piece)
    return sent
