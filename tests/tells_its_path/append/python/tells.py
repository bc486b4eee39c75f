# write() for each record, and the path told to whoever asks.
# It shows which path a method is given in each round.
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def append(path: str, records: Iterable[bytes]) -> int:
    log = os.open(path, os.O_WRONLY | os.O_APPEND)
    written = 0
    for record in records:
        os.write(log, record)
        written += 1
    os.close(log)
    with Path(os.environ["TOLD"]).open("a", encoding="utf-8") as told:
        told.write(f"{path}\n")
    return written
