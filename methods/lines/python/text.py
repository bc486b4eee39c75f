# for line in open(path), as text: each line is decoded, and each of its ends becomes a newline.
# Use it by default for text; a carriage return alone ends a line too, unless newline="\n" is given.
# called: a loop over the open text file
# decodes: or fails
# splits: at CR too
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            lines += 1
            length += len(line)
            text = line.rstrip("\n")
            if text:
                total += ord(text[0]) + ord(text[-1])
    return lines, length, total
