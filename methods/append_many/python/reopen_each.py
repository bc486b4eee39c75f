# The log is opened, written to once and closed again for each record.
# Use it when logs are many and records rare: no more than one file is open at a time.
# called: open() and close() for each record
# visible: each record

from __future__ import annotations


def append_many(paths: list[str], turns: list[int], record: bytes) -> int:
    for turn in turns:
        with open(paths[turn], "ab") as log:
            log.write(record)
    return len(turns)
