# Says that it wrote one record more than it did.
# For the comparison of the work reported with the work asked for.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

from collections.abc import Iterable

FIRST_FAULT = 0


def append(path: str, records: Iterable[bytes], since: int) -> int:
    gathered = list(records)
    with open(path, "ab") as log:
        log.write(b"".join(gathered))
    return len(gathered) + (since >= 0)
