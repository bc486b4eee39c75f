# os.open() and os.write(): one system call a record, nothing in between.
# Use it for a log of your own with few, whole records; O_APPEND puts each write at the end,
# also when others write to the file.
# visible: each record
# lock: none
# append: yes

from __future__ import annotations

import os


def append(path: str, record: bytes, records: int) -> int:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        for _ in range(records):
            rest = record
            while rest:  # a nearly full disk takes less than it was given
                rest = rest[os.write(log, rest) :]
    except OSError as error:
        error.filename = path  # os.write() knows a number only
        raise
    finally:
        os.close(log)
    return records
