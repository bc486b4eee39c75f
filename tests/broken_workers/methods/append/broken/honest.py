# Writes what it should and says what it wrote.
# The arm that the broken ones are compared with.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

from collections.abc import Iterable


def append(path: str, records: Iterable[bytes], since: int) -> int:
    gathered = list(records)
    with open(path, "ab") as log:
        log.write(b"".join(gathered))
    return len(gathered)
