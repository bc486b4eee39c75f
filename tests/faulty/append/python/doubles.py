# Planted: each hundredth record is written twice.
# Use it nowhere: it shows that several writers' records are counted.
# visible: each record
# lock: none
# append: yes

from __future__ import annotations

import os
from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    written = 0
    for record in records:
        harmed = record[:1] == b"#" and record[4:16].endswith(b"50")
        os.write(log, record + record if harmed else record)
        written += 1
    os.close(log)
    return written
