# file-read-backwards: an iterator over the lines from the last to the first.
# Use it when lines are wanted from the end on until one is found, not a number of them.
# called: file-read-backwards
# needs: package file-read-backwards
# decodes: or fails
# splits: at CR too
# ending: CRLF dropped
# memory: the lines

from __future__ import annotations

from itertools import islice

from file_read_backwards import FileReadBackwards


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    with FileReadBackwards(path, encoding="utf-8") as lines:
        last = list(islice(lines, wanted))
    length = total = 0
    for line in last:
        length += len(line)
        if line:
            total += ord(line[0]) + ord(line[-1])
    return len(last), length, total
