# readinto() and write(): the file in pieces of 64 KiB, through one buffer.
# Use it when you look at the bytes on the way, or must run everywhere.
# called: readinto() and write() of 64 KiB

from __future__ import annotations

from typing import BinaryIO

PIECE_BYTES = 64 * 1024


def deliver(path: str, sink: BinaryIO) -> int:
    sent = 0
    buffer = memoryview(bytearray(PIECE_BYTES))
    with open(path, "rb", buffering=0) as source:
        while count := source.readinto(buffer):
            piece = buffer[:count]
            while piece:  # an unbuffered write may take less than it was given
                piece = piece[sink.write(piece) :]
            sent += count
    return sent
