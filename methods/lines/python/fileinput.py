# fileinput.input(): lines of several files, or of stdin, one after the other.
# Use it in a filter that takes the names of its files from the command line.
# called: fileinput.input()
# decodes: or fails
# splits: at CR too
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations

import fileinput


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    with fileinput.input(path, encoding="utf-8") as source:
        for line in source:
            lines += 1
            length += len(line)
            text = line.rstrip("\n")
            if text:
                total += ord(text[0]) + ord(text[-1])
    return lines, length, total
