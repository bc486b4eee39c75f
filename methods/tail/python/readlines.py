# readlines() of a text file, and a slice of its end.
# Use it for a small file that is needed as a whole, too.
# called: readlines()
# decodes: or fails
# splits: at CR too
# ending: kept
# memory: the file

from __future__ import annotations


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    with open(path, encoding="utf-8") as file:
        last = file.readlines()[-wanted:]
    length = total = 0
    for line in last:
        length += len(line)
        text = line.rstrip("\n")
        if text:
            total += ord(text[0]) + ord(text[-1])
    return len(last), length, total
