# readline() of a mapped file.
# Use it when lines are looked for here and there; a file that another process cuts short meanwhile kills this one with
# SIGBUS.
# called: mmap's readline()
# tags: mapped
# decodes: no
# splits: at LF
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations

import mmap
import os


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    if os.stat(path).st_size == 0:  # nothing cannot be mapped
        return 0, 0, 0
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        while line := mapped.readline():
            lines += 1
            length += len(line)
            text = line.rstrip(b"\n")
            if text:
                total += text[0] + text[-1]
    return lines, length, total
