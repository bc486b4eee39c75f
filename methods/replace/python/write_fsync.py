# open(), write() and os.fsync().
# Use it when the content must be safe from a power cut afterwards; one meanwhile leaves a half.
# called: write() and os.fsync()
# tags: by-name
# atomic: no
# durable: each file
# keeps: everything

from __future__ import annotations

import os


def replace_file(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file)
