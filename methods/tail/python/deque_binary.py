# deque(file, maxlen) of a file that is open as bytes: all lines are read, and the last ones are kept.
# Use it when lines need not be text, or only the last ones: nothing is decoded.
# called: deque() of the open binary file
# decodes: no
# splits: at LF
# ending: kept
# memory: the lines

from __future__ import annotations

from collections import deque


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    with open(path, "rb") as file:
        last = deque(file, maxlen=wanted)
    length = total = 0
    for line in last:
        length += len(line)
        text = line.rstrip(b"\n")
        if text:
            total += text[0] + text[-1]
    return len(last), length, total
