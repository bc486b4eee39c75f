# open() and read() of each file.
# Use it by default; a buffered file reads all at once, too, and costs an object more than os.read().
# called: open().read()
# unsized: yes

from __future__ import annotations


def load(folder: str, names: list[str]) -> list[bytes]:
    contents = []
    for name in names:
        with open(f"{folder}/{name}", "rb") as file:
            contents.append(file.read())
    return contents
