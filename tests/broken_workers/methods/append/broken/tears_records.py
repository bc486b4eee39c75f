# Writes files of the right size with wrong bytes in them.
# For the check, which looks at bytes.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

FIRST_FAULT = 0


def append(path: str, record: bytes, records: int, since: int) -> int:
    content = bytearray(record * records)
    if since >= 0 and content:
        content[len(content) // 2] ^= 1
    with open(path, "ab") as log:
        log.write(content)
    return records
