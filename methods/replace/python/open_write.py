# open(), which empties the file, and write().
# Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
# called: open() and write()
# atomic: no
# durable: no
# keeps: everything

from __future__ import annotations


def replace_file(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)
