# open() and read() of a file for each item.
# Use it by default: tools of every kind can read, change and remove one item.
# called: a file for each item

from __future__ import annotations


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    count = total = ends = 0
    for name in names:
        with open(f"{folder}/files/{name}", "rb") as file:
            item = file.read()
        count += 1
        total += len(item)
        if item:
            ends += item[0] + item[-1]
    return count, total, ends
