# for line in open(path, newline="\n"), as text: only newlines end a line, and each stays as it is.
# Use it when text may have carriage returns of its own, as output of programs that show progress has.
# called: a loop over a text file with newline="\n"
# decodes: or fails
# splits: at LF
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            lines += 1
            length += len(line)
            text = line.rstrip("\n")
            if text:
                total += ord(text[0]) + ord(text[-1])
    return lines, length, total
