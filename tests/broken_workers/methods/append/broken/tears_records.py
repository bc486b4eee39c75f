# Writes files of the right size with wrong bytes in them.
# For the check, which looks at bytes.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

from collections.abc import Iterable

FIRST_FAULT = 0


def append(path: str, records: Iterable[bytes], since: int) -> int:
    gathered = list(records)
    content = bytearray(b"".join(gathered))
    if since >= 0 and content:
        content[len(content) // 2] ^= 1
    with open(path, "ab") as log:
        log.write(content)
    return len(gathered)
