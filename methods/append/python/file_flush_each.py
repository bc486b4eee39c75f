# write() and flush(): a file object kept open, flushed after each record.
# Use it when a reader of the log must see each record at once; without the flush,
# records wait in Python until 8 KiB have come together.
# called: a file kept open, flushed for each record
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        with open(path, "ab") as log:
            for record in records:
                log.write(record)
                log.flush()
                written += 1
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
