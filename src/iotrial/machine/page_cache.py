"""Files in the page cache: see if they are there, bring them there, keep them there."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import stat
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import psutil

#: Files are held in memory only if together they take no more than this share of it.
MOST_HELD_SHARE = 0.25

#: The most that may be left of a file that was dropped: the system keeps a few pages that are being read or written.
MOST_LEFT_SHARE = 0.01

#: Programs and libraries are kept in memory up to this many bytes together; more than that is no program.
MOST_PROGRAM_BYTES = 1 << 30

_PIECE_BYTES = 1 << 20


def warm(path: Path) -> None:
    """Read a file once, so that it is in memory."""
    buffer = bytearray(_PIECE_BYTES)
    with open(path, "rb", buffering=0, opener=_at_once) as file:
        while file.readinto(buffer):
            pass


def can_drop() -> bool:
    """True if this system has a call that drops one file's pages."""
    return hasattr(os, "posix_fadvise")


def drop(path: Path) -> bool:
    """Drop a file's clean pages that are not mapped; return if hardly any is left in memory, as far as is known."""
    if not can_drop():
        return False
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)
    return (resident_share(path) or 0.0) <= MOST_LEFT_SHARE


def resident_share(path: Path) -> float | None:
    """Share of a file's pages that are in memory (mincore); None if the system does not tell."""
    libc = _libc()
    with _mapped(path) as (address, size):
        if size == 0:
            return 1.0
        if libc is None:
            return None
        pages = -(-size // mmap.PAGESIZE)
        states = (ctypes.c_ubyte * pages)()
        if libc.mincore(ctypes.c_void_p(address), ctypes.c_size_t(size), states):
            return None
        # The lowest bit alone tells.
        return int(np.count_nonzero(np.frombuffer(bytes(states), dtype=np.uint8) & 1)) / pages


@contextlib.contextmanager
def held(paths: Iterable[Path]) -> Iterator[bool]:
    """Keep files in memory (mlock) as long as this is open; yield if the system allows that.

    No file is held if together they would take more than MOST_HELD_SHARE of the memory.
    """
    libc = _libc()
    chosen = list(paths)
    total = sum(path.stat().st_size for path in chosen)
    if libc is None or total > MOST_HELD_SHARE * psutil.virtual_memory().total:
        yield False
        return
    with contextlib.ExitStack() as mappings:
        places = [mappings.enter_context(_mapped(path)) for path in chosen]
        locked = [libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)) for address, size in places if size]
        yield not any(locked)  # unmapping unlocks too


@contextlib.contextmanager
def _mapped(path: Path) -> Iterator[tuple[int, int]]:
    """Map a file; yield its address in our memory and its size, 0 and 0 for an empty one."""
    size = path.stat().st_size
    if size == 0:
        yield 0, 0
        return
    with (
        open(path, "rb", opener=_at_once) as file,
        mmap.mmap(file.fileno(), size, mmap.MAP_SHARED, mmap.PROT_READ) as mapped,
    ):
        yield int(np.frombuffer(mapped, dtype=np.uint8).ctypes.data), size


def read_again(paths: Iterable[Path]) -> None:
    """Evict files from memory, as far as no process holds them there, and read them again from front to back.

    The system gives them other memory, in pieces of other sizes.
    """
    for path in paths:
        drop(path)
        warm(path)


def are_there(paths: Iterable[Path]) -> bool:
    """True if all of some files is in memory, True if the system does not tell."""
    return all(resident_share(path) in (1.0, None) for path in paths)


def keep_warm(paths: Iterable[Path]) -> bool:
    """Bring files into memory that are not there; return if all are then, True if the system does not tell."""
    for path in paths:
        if resident_share(path) != 1.0:
            warm(path)
            if (share := resident_share(path)) is not None and share < 1.0:
                return False
    return True


def keep_programs_warm(paths: Iterable[Path]) -> None:
    """Bring the files that processes map into memory, as far as they are programs.

    A method may map what it likes: a file that has gone meanwhile, or become something else, and one that is too large
    is left out.
    """
    left_bytes = MOST_PROGRAM_BYTES
    for path in sorted(paths):
        with contextlib.suppress(OSError, ValueError):
            state = path.stat()
            if stat.S_ISREG(state.st_mode) and state.st_size <= left_bytes:
                left_bytes -= state.st_size
                keep_warm([path])


def mapped_files(pid: int) -> set[Path]:
    """The files that a process maps and we may read, its program and libraries among them; empty if not known."""
    try:
        lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    except OSError:
        return set()
    named = (line.split(maxsplit=5) for line in lines)
    names = {words[5] for words in named if len(words) == 6 and words[5].startswith("/")}
    return {path for path in map(Path, names) if _can_be_read(path)}


def _can_be_read(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.R_OK)
    except OSError:  # such as a folder that we may not look into
        return False


def reset_peak(pid: int) -> bool:
    """Make a process forget its highest resident memory; return if that worked."""
    try:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def memory_of(pid: int) -> tuple[int | None, int | None]:
    """Highest and present resident memory of a process in bytes; None if the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None, None
    figures = dict(line.split(":", 1) for line in lines)

    def read_bytes(name: str) -> int | None:
        words = figures.get(name, "").split()
        return int(words[0]) * 1024 if words else None

    return read_bytes("VmHWM"), read_bytes("VmRSS")


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting, in case a named pipe was put in its place."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)


@cache
def _libc() -> ctypes.CDLL | None:
    if os.uname().sysname != "Linux":
        return None
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return libc if hasattr(libc, "mincore") else None
    except OSError:
        return None
