# seek() to 4 KiB before the end, then before that, and read() of each, until there are newlines enough.
# Use it for a file of any size: what lies before the lines is not read.
# called: seek() and read() from the end
# parameters: piece_bytes 512..1048576
# decodes: no
# splits: at LF
# ending: dropped
# memory: the lines

from __future__ import annotations

import os

PIECE_BYTES = 4096


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    pieces = []
    newlines = 0
    with open(path, "rb", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0 and newlines <= wanted:
            size = min(end, PIECE_BYTES)
            end -= size
            file.seek(end)
            pieces.append(file.read(size))
            newlines += pieces[-1].count(b"\n")
    lines = b"".join(reversed(pieces)).split(b"\n")
    if not lines[-1]:
        lines.pop()
    last = lines[-wanted:]
    length = total = 0
    for line in last:
        length += len(line)
        if line:
            total += line[0] + line[-1]
    return len(last), length, total
