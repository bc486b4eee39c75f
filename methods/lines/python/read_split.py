# read().split(b"\n"): the whole file, then all lines in a list.
# Use it when the file is small; what comes after the last newline is a line to it, be it empty.
# called: read() and split()
# decodes: no
# splits: at LF
# ending: dropped
# long: taken
# memory: the file

from __future__ import annotations


def read_lines(path: str) -> tuple[int, int, int]:
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    if not lines[-1]:
        lines.pop()
    length = total = 0
    for line in lines:
        length += len(line)
        if line:
            total += line[0] + line[-1]
    return len(lines), length, total
