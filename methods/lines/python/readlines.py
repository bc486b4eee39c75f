# readlines() of a text file: all lines in a list.
# Use it when the file is small, and the lines are wanted more than once.
# called: readlines()
# decodes: or fails
# splits: at CR too
# ending: kept
# long: taken
# memory: the file

from __future__ import annotations


def read_lines(path: str) -> tuple[int, int, int]:
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    length = total = 0
    for line in lines:
        length += len(line)
        text = line.rstrip("\n")
        if text:
            total += ord(text[0]) + ord(text[-1])
    return len(lines), length, total
