# Every log is opened when it is first written to, and stays open to the end.
# Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
# called: all logs kept open
# visible: each record

from __future__ import annotations

import contextlib
from io import FileIO


def append_many(paths: list[str], turns: list[int], record: bytes) -> int:
    logs: dict[int, FileIO] = {}
    with contextlib.ExitStack() as opened:
        for turn in turns:
            log = logs.get(turn)
            if log is None:
                log = logs[turn] = opened.enter_context(open(paths[turn], "ab", buffering=0))
            rest = record
            while rest:  # an unbuffered write may take less than it was given
                rest = rest[log.write(rest) :]
    return len(turns)
