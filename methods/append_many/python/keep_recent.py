# The 32 logs that were written to last stay open; one more, and the one that has waited longest is closed.
# Use it when some logs get most of the records; if each is next in its turn, it always closes the wrong one.
# called: the last 32 logs kept open
# visible: each record

from __future__ import annotations

from collections import OrderedDict
from io import FileIO

MOST_OPEN = 32


def append_many(paths: list[str], turns: list[int], record: bytes) -> int:
    logs: OrderedDict[int, FileIO] = OrderedDict()  # the one that has waited longest comes first
    try:
        for turn in turns:
            log = logs.get(turn)
            if log is None:
                if len(logs) >= MOST_OPEN:
                    logs.popitem(last=False)[1].close()
                log = logs[turn] = open(paths[turn], "ab", buffering=0)  # noqa: SIM115
            else:
                logs.move_to_end(turn)
            rest = record
            while rest:  # an unbuffered write may take less than it was given
                rest = rest[log.write(rest) :]
    finally:
        for log in logs.values():
            log.close()
    return len(turns)
