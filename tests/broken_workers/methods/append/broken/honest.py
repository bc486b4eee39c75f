# Writes what it should and says what it wrote.
# The arm that the broken ones are compared with.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def append(path: str, record: bytes, records: int, since: int) -> int:
    with open(path, "ab") as log:
        log.write(record * records)
    return records
