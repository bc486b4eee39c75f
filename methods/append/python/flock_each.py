# fcntl.flock() around each record: a file object kept open, locked, written, flushed, unlocked.
# Use it when a record takes several writes or readers lock too; O_APPEND alone keeps single writes apart.
# called: open() once, fcntl.flock() for each record
# visible: each record
# lock: record
# append: yes
# durable: no

from __future__ import annotations

import fcntl
from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        with open(path, "ab") as log:
            for record in records:
                fcntl.flock(log, fcntl.LOCK_EX)
                try:
                    log.write(record)
                    log.flush()  # what is written after the lock is gone is not protected
                finally:
                    fcntl.flock(log, fcntl.LOCK_UN)
                written += 1
    except OSError as error:
        error.filename = path  # neither the lock nor a failed write names the file
        raise
    return written
