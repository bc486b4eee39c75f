# Planted: nothing; what the others are compared with.
# Use it nowhere: it shows that several writers' records are counted.
# visible: each record
# lock: none
# append: yes

from __future__ import annotations

import os
import time
from collections.abc import Iterable


def append(path: str, records: Iterable[bytes]) -> int:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    written = 0
    for record in records:
        time.sleep(0.001)  # it is measured all along, and leaves the CPUs to others
        os.write(log, record)
        written += 1
    os.close(log)
    return written
