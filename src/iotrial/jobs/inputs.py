"""Inputs for jobs: files that are written once, in full, and then only read."""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

#: Inputs are written in pieces of about this size.
PIECE_BYTES = 1 << 20

#: Of sync_file_range(): an offset of 0, and a length that reaches to the end; what it waits for and begins.
_NO_BYTES = ctypes.c_int64(0)
_WAIT_BEFORE, _WRITE, _WAIT_AFTER = 1, 2, 4


def scaled(units: int, share: float) -> int:
    """Return a share of some units: at least one, unless there are none."""
    return min(units, max(1, int(units * share))) if units else 0


def write_once(path: Path, pieces: Callable[[], Iterator[bytes]], *, call_bytes: int | None = None) -> None:
    """Write a file unless it is there: under another name first, then renamed, so that it is never incomplete.

    call_bytes: how much each call writes, which is how the file lies in memory afterwards; None: any size.
    """
    if path.exists():
        return
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        for piece in pieces() if call_bytes is None else _cut(pieces(), call_bytes):
            file.write(piece)
            if call_bytes is not None:
                file.flush()
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)


def _cut(pieces: Iterator[bytes], call_bytes: int) -> Iterator[bytes]:
    """Yield the same bytes in pieces of one size, the last one smaller."""
    left = b""
    for piece in pieces:
        left += piece
        whole = len(left) - len(left) % call_bytes
        yield from (left[at : at + call_bytes] for at in range(0, whole, call_bytes))
        left = left[whole:]
    if left:
        yield left


def written_out(folder: Path) -> None:
    """Have the system write out all it holds for the folder's file system, or for all if it cannot do one alone."""
    syncfs = getattr(ctypes.CDLL(None), "syncfs", None)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if syncfs is None or syncfs(descriptor):
            os.sync()
    finally:
        os.close(descriptor)


def written_back(paths: Sequence[Path | str]) -> None:
    """Have the system write the content of files to the device, and wait: as with files that were written long ago.

    No sync, which may wait for all that others have written; a system that has no such call syncs each file.
    """
    write_back = getattr(ctypes.CDLL(None), "sync_file_range", None)
    for flags in (_WRITE,) if write_back is None else (_WRITE, _WAIT_BEFORE | _WRITE | _WAIT_AFTER):
        for path in paths:
            descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            try:
                if write_back is None or write_back(descriptor, _NO_BYTES, _NO_BYTES, flags):
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)


def noise(seed: str, byte_count: int) -> Iterator[bytes]:
    """Return random bytes of all values, in pieces; the same for the same seed."""
    source = random.Random(seed)
    while byte_count > 0:
        piece = source.randbytes(min(PIECE_BYTES, byte_count))
        byte_count -= len(piece)
        yield piece


def prose(seed: str, byte_count: int) -> Iterator[bytes]:
    """Return lines of printable ASCII in pieces, most lines 20 to 96 bytes long; the same for the same seed."""
    source = random.Random(seed)
    letters = bytes(range(32, 127)) * 2
    while byte_count > 0:
        lines = []
        size = 0
        while size < min(PIECE_BYTES, byte_count):
            start = source.randrange(95)
            lines.append(letters[start : start + source.randint(19, 95)] + b"\n")
            size += len(lines[-1])
        piece = b"".join(lines)[: min(PIECE_BYTES, byte_count)]
        byte_count -= len(piece)
        yield piece


def letters(byte_count: int, end: bytes = b"") -> bytes:
    """Return the letters from a to z again and again, `byte_count` bytes, the last of them `end`."""
    alphabet = bytes(range(ord("a"), ord("z") + 1))
    return (alphabet * (byte_count // 26 + 1))[: byte_count - len(end)] + end
