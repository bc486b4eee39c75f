"""Refusals of the machine: a limit is reached or a disk is full, which is no bug of iotrial's."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from iotrial.errors import Problem

_ROOM = "make room there, or use other folders: --target DIR --results DIR"
_DISK = "see what the system says of that disk (dmesg), or use other folders: --target DIR --results DIR"
_MEMORY = "end other programs, or raise the limit: ulimit -v"
_PROCESSES = "end other programs, or raise the limit: ulimit -u"

#: The loader's words for a library that gets no memory.
_NO_ADDRESSES = "failed to map segment from shared object"

#: What the system answers -> the next step.
_HINTS = {
    errno.EMFILE: "allow more open files: ulimit -n 1024",
    errno.ENFILE: "end programs that hold many files open",
    errno.EFBIG: "allow larger files: ulimit -f unlimited",
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EROFS: _DISK,
    errno.EIO: _DISK,
    errno.ENOMEM: _MEMORY,
    errno.EAGAIN: _PROCESSES,
}


def refusal_of(error: BaseException) -> Problem | None:
    """Return a refusal and its next step; None if the error says something else."""
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and _lacks_addresses(error)):
        return Problem(os.strerror(errno.ENOMEM), hint=_MEMORY)
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return Problem("no further thread can be started", hint=_PROCESSES)
    if isinstance(error, FileNotFoundError) and _is_nowhere():
        return Problem("the folder that this command was started in is gone", hint="go to one that is there: cd")
    if isinstance(error, OSError) and error.errno in _HINTS:
        where = f" {os.fsdecode(error.filename)!r}" if isinstance(error.filename, str | bytes) else ""
        return Problem(f"the system refused{where}: {os.strerror(error.errno)}", hint=_HINTS[error.errno])
    return None


def _lacks_addresses(error: BaseException | None) -> bool:
    """True if a library got no memory; another that needs it may say that it is broken, because of that."""
    while error is not None:
        if isinstance(error, MemoryError) or _NO_ADDRESSES in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_nowhere() -> bool:
    """True if the working folder was removed."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False
