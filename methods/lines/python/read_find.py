# read() of 64 KiB at once, in which find() finds the lines.
# Use it when only parts of some lines are wanted: no line becomes an object of its own.
# called: read() of {piece_bytes} and find()
# parameters: piece_bytes 4096..16777216
# decodes: no
# splits: at LF
# ending: dropped
# long: taken
# memory: a line

from __future__ import annotations

PIECE_BYTES = 65536


def read_lines(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    rest = b""  # a line that the piece before has cut
    with open(path, "rb", buffering=0) as file:
        while piece := file.read(PIECE_BYTES):
            begin, end = 0, piece.find(b"\n")
            if end < 0:
                rest += piece
                continue
            piece = rest + piece
            end += len(rest)
            while end >= 0:
                lines += 1
                if end > begin:
                    length += end - begin
                    total += piece[begin] + piece[end - 1]
                begin = end + 1
                end = piece.find(b"\n", begin)
            rest = piece[begin:]
    if rest:  # the last line has no end
        lines += 1
        length += len(rest)
        total += rest[0] + rest[-1]
    return lines, length, total
