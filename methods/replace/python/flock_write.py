# fcntl.flock(), then truncate() and write() under the lock.
# Use it when all who read take the lock, too; to others the file may be empty or half written.
# called: truncate() and write() under flock()
# atomic: no
# durable: no
# keeps: everything

from __future__ import annotations

import fcntl


def replace_file(path: str, content: bytes) -> None:
    with open(path, "r+b") as file:  # "wb" would empty it before the lock is there
        fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(content)
