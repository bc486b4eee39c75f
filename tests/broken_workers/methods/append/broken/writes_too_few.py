# Writes one record less than it says.
# For the sizes of outputs, which are looked at from outside.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

from collections.abc import Iterable

FIRST_FAULT = 0


def append(path: str, records: Iterable[bytes], since: int) -> int:
    gathered = list(records)
    with open(path, "ab") as log:
        log.write(b"".join(gathered[:-1] if since >= 0 else gathered))
    return len(gathered)
