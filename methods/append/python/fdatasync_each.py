# os.write() and os.fdatasync() for each record, to a log that is opened once.
# Use it when a record must outlive a power cut once the call returns: each waits for the device.
# called: os.write() and os.fdatasync() for each record
# tags: by-name
# needs: linux
# visible: each record
# lock: none
# append: yes
# durable: each record

from __future__ import annotations

import os
from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        for record in records:
            rest = record
            while rest:  # a nearly full disk takes less than it was given
                rest = rest[os.write(log, rest) :]
            os.fdatasync(log)
            written += 1
    except OSError as error:
        error.filename = path  # os.write() knows a number only
        raise
    finally:
        os.close(log)
    return written
