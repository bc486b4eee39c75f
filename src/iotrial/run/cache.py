"""Whether files are in memory, and bringing them there."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PIECE_BYTES = 1 << 20


def warm(path: Path) -> None:
    """Read a file once, so that it is in memory."""
    buffer = bytearray(_PIECE_BYTES)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def resident_share(path: Path) -> float | None:
    """Share of a file's pages that are in memory (mincore); None where the system does not tell."""
    size = path.stat().st_size
    if size == 0:
        return 1.0
    libc = _libc()
    if libc is None:
        return None
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), size, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE) as mapped,
    ):
        anchor = ctypes.c_char.from_buffer(mapped)
        pages = -(-size // mmap.PAGESIZE)
        states = (ctypes.c_ubyte * pages)()
        failed = libc.mincore(ctypes.c_void_p(ctypes.addressof(anchor)), ctypes.c_size_t(size), states)
        del anchor
        if failed:
            return None
        return sum(bytes(states).count(value) for value in range(1, 256, 2)) / pages


def keep_warm(paths: Iterable[Path]) -> bool:
    """Bring files into memory where they are not; whether all of them are then, True where the system does not tell."""
    for path in paths:
        if resident_share(path) != 1.0:
            warm(path)
            if (share := resident_share(path)) is not None and share < 1.0:
                return False
    return True


def mapped_files(pid: int) -> set[Path]:
    """The files that a process maps and we may read, its program and libraries among them; empty if none are told."""
    try:
        lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    except OSError:
        return set()
    named = (line.split(maxsplit=5) for line in lines)
    paths = {Path(words[5]) for words in named if len(words) == 6 and words[5].startswith("/")}
    return {path for path in paths if path.is_file() and os.access(path, os.R_OK)}


def reset_peak(pid: int) -> bool:
    """Make a process forget its highest resident memory; whether that could be done."""
    try:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def memory_of(pid: int) -> tuple[int | None, int | None]:
    """Highest and present resident memory of a process in bytes; None where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None, None
    figures = dict(line.split(":", 1) for line in lines)

    def read_bytes(name: str) -> int | None:
        words = figures.get(name, "").split()
        return int(words[0]) * 1024 if words else None

    return read_bytes("VmHWM"), read_bytes("VmRSS")


@cache
def _libc() -> ctypes.CDLL | None:
    if os.uname().sysname != "Linux":
        return None
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return libc if hasattr(libc, "mincore") else None
    except OSError:
        return None
