# portalocker.lock() around each record: flock() beneath, on a file object kept open, flushed before it is unlocked.
# Use it when the same program must lock on Windows, too. It waits as long as it takes; portalocker.Lock(), which most
# programs call, asks four times a second and gives up after 5 s.
# called: open() once, portalocker.lock() for each record
# needs: package portalocker
# visible: each record
# lock: record
# append: yes
# durable: no

from __future__ import annotations

from collections.abc import Iterable

import portalocker


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        with open(path, "ab") as log:
            for record in records:
                portalocker.lock(log, portalocker.LOCK_EX)
                try:
                    log.write(record)
                    log.flush()  # what is written after the lock is gone is not protected
                finally:
                    portalocker.unlock(log)
                written += 1
    except portalocker.LockException as error:  # is no OSError
        raise OSError(f"{path}: {error}") from error
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
