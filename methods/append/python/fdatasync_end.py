# os.write() for each record, and one os.fdatasync() after the last.
# Use it when the records must outlive a power cut together, such as the lines of one request.
# called: os.write(), and one os.fdatasync() at the end
# tags: by-name
# needs: linux
# visible: each record
# lock: none
# append: yes
# durable: at the end

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
            written += 1
        os.fdatasync(log)
    except OSError as error:
        error.filename = path  # os.write() knows a number only
        raise
    finally:
        os.close(log)
    return written
