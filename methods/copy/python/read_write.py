# readinto() and write() in turn, through one buffer, of 1 MiB unless another size is said.
# Use it when the bytes are looked at, or changed, on their way.
# called: readinto() and write() of {piece_bytes}
# parameters: piece_bytes 512..16777216
# durable: no
# mode: not kept

from __future__ import annotations

PIECE_BYTES = 1048576


def copy_file(source: str, target: str) -> None:
    buffer = bytearray(PIECE_BYTES)
    view = memoryview(buffer)
    with open(source, "rb", buffering=0) as reader, open(target, "wb", buffering=0) as writer:
        while count := reader.readinto(buffer):
            rest = view[:count]
            while rest:  # a nearly full disk takes less than it was given
                rest = rest[writer.write(rest) :]
