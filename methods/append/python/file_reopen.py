# open(), write(), close() for each record: nothing stays open between records.
# Use it when records are rare, or when the log is moved away now and then and new records must follow its name.
# visible: each record
# lock: none
# append: yes

from __future__ import annotations


def append(path: str, record: bytes, records: int) -> int:
    try:
        for _ in range(records):
            with open(path, "ab") as log:
                log.write(record)
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
    return records
