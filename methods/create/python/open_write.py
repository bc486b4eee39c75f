# open(), write() and close() for each file.
# Use it by default; whoever reads meanwhile may see a file that is half written.
# called: open() and write()
# durable: no
# atomic: no

from __future__ import annotations

import os


def create_files(folder: str, names: list[str], content: bytes) -> int:
    for name in names:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return len(names)
