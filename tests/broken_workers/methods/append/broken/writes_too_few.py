# Writes one record less than it says.
# For the sizes of outputs, which are looked at from outside.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

FIRST_FAULT = 0


def append(path: str, record: bytes, records: int, since: int) -> int:
    with open(path, "ab") as log:
        log.write(record * max(0, records - (since >= 0)))
    return records
