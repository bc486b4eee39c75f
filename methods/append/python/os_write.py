# os.open() and os.write(): one system call a record, nothing in between.
# Use it for a log of your own with few, whole records; O_APPEND puts each write at the end,
# also when others write to the file.
# called: os.write() to a log kept open
# visible: each record
# lock: none
# append: yes
# durable: no

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
    except OSError as error:
        error.filename = path  # os.write() knows a number only
        raise
    finally:
        os.close(log)
    return written
