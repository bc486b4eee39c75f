# One packed file and an index of offsets; os.pread() for each item.
# Use it when many items are written once and read often; to change one, the file is packed anew.
# called: one packed file

from __future__ import annotations

import os


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    places = {}
    with open(f"{folder}/blobs.index", encoding="utf-8") as index:
        for line in index:
            at, size, name = line[:-1].split(" ", 2)
            places[name] = int(size), int(at)
    count = total = ends = 0
    with open(f"{folder}/blobs.pack", "rb", buffering=0) as packed:
        for name in names:
            item = os.pread(packed.fileno(), *places[name])
            count += 1
            total += len(item)
            if item:
                ends += item[0] + item[-1]
    return count, total, ends
