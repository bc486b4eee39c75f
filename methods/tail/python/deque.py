# deque(file, maxlen): all lines are read, and the last ones are kept.
# Use it by default for small files, and for what cannot be sought in, such as a pipe.
# called: deque() of the open text file
# decodes: or fails
# splits: at CR too
# ending: kept
# memory: the lines

from __future__ import annotations

from collections import deque


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    with open(path, encoding="utf-8") as file:
        last = deque(file, maxlen=wanted)
    length = total = 0
    for line in last:
        length += len(line)
        text = line.rstrip("\n")
        if text:
            total += ord(text[0]) + ord(text[-1])
    return len(last), length, total
