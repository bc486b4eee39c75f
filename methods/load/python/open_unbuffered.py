# open() with buffering=0 and readall().
# Use it when files are many: without the buffer that a whole read has no use for.
# called: open() without a buffer
# unsized: yes

from __future__ import annotations


def load(folder: str, names: list[str]) -> list[bytes]:
    contents = []
    for name in names:
        with open(f"{folder}/{name}", "rb", buffering=0) as file:
            contents.append(file.readall())
    return contents
