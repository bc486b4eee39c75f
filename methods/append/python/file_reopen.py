# open(), write(), close() for each record: nothing stays open between records.
# Use it when records are rare, or when the log is moved away now and then and new records must follow its name.
# called: open() and close() for each record
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        for record in records:
            with open(path, "ab") as log:
                log.write(record)
            written += 1
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
