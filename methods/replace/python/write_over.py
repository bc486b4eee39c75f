# open() with "r+b", write() over what is there, and truncate() of what was longer.
# Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
# called: write() over it, and truncate()
# atomic: no
# durable: no
# keeps: everything

from __future__ import annotations


def replace_file(path: str, content: bytes) -> None:
    with open(path, "r+b") as file:
        file.write(content)
        file.truncate()
