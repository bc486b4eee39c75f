# Says that it wrote one record more than it did.
# For the comparison of the work reported with the work asked for.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

FIRST_FAULT = 0


def append(path: str, record: bytes, records: int, since: int) -> int:
    with open(path, "ab") as log:
        log.write(record * records)
    return records + (since >= 0)
