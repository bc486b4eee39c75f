# os.open(), and os.read() of as many bytes as os.fstat() tells.
# Use it when small ordinary files are very many; it finds nothing in /proc, where sizes are told as 0.
# called: os.read()
# unsized: no

from __future__ import annotations

import os


def load(folder: str, names: list[str]) -> list[bytes]:
    contents = []
    for name in names:
        file = os.open(f"{folder}/{name}", os.O_RDONLY)
        try:
            content = os.read(file, left := os.fstat(file).st_size)
            while (left := left - len(content)) and (more := os.read(file, left)):  # over 2 GiB, or cut meanwhile
                content += more
            contents.append(content)
        finally:
            os.close(file)
    return contents
