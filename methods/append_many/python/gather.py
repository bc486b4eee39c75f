# The records of each log are gathered in memory; at the end each log is opened once and written to once.
# Use it when the records may be lost in a crash and nobody reads the logs meanwhile.
# called: gathering each log in memory
# visible: at the end

from __future__ import annotations


def append_many(paths: list[str], turns: list[int], record: bytes) -> int:
    gathered: dict[int, bytearray] = {}
    for turn in turns:
        gathered.setdefault(turn, bytearray()).extend(record)
    for turn, records in gathered.items():
        with open(paths[turn], "ab") as log:
            log.write(records)
    return len(turns)
