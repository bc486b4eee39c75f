"""Work that one process does at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process or thread is in here with the same path, whose file is there meanwhile.

    OSError if it cannot be made. Where files cannot be locked, this does not wait.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), path.lstat()):
                break
        os.close(descriptor)  # it was that of a process that is done, and removed it
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)
