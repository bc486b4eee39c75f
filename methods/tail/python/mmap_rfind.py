# mmap, in which rfind() looks for newlines from the end.
# Use it when the file is mapped anyway: only pages that are touched are read.
# called: mmap's rfind()
# tags: mapped
# decodes: no
# splits: at LF
# ending: dropped
# memory: the lines

from __future__ import annotations

import mmap
import os


def tail_lines(path: str, wanted: int) -> tuple[int, int, int]:
    if os.stat(path).st_size == 0:  # nothing cannot be mapped
        return 0, 0, 0
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        begin = len(mapped) - 1  # the last byte is of the last line, be it its end
        for _ in range(wanted):
            begin = mapped.rfind(b"\n", 0, begin)
            if begin < 0:
                break
        last = mapped[begin + 1 :].split(b"\n")
    if not last[-1]:
        last.pop()
    length = total = 0
    for line in last:
        length += len(line)
        if line:
            total += line[0] + line[-1]
    return len(last), length, total
