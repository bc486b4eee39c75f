# write() to a file object kept open with its buffer, which is written when it is full and at the end.
# Use it when the last records may be lost in a crash and nobody reads the log meanwhile.
# What the buffer holds can end in the middle of a record, so other writers can come in between.
# called: a file kept open with its buffer
# visible: at the end
# lock: none
# append: yes
# durable: no

from __future__ import annotations

from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    try:
        with open(path, "ab") as log:  # the last records fail at its end, if they fail
            for record in records:
                log.write(record)
                written += 1
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return written
