# for line in open(path, "rb"): each line is bytes.
# Use it when lines need not be text, or only some of them: nothing is decoded, and only newlines end a line.
# called: a loop over the open binary file
# parameters: buffer_bytes 4096..16777216
# decodes: no
# splits: at LF
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations

BUFFER_BYTES = 8192


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    with open(path, "rb", buffering=BUFFER_BYTES) as file:
        for line in file:
            lines += 1
            length += len(line)
            text = line.rstrip(b"\n")
            if text:
                total += text[0] + text[-1]
    return lines, length, total
