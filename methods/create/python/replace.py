# open() and write() to another name in the folder, then os.replace().
# Use it when others read the files: they see the old one or the whole new one, never a part.
# called: write(), then os.replace()
# durable: no
# atomic: yes

from __future__ import annotations

import os


def create_files(folder: str, names: list[str], content: bytes) -> int:
    for name in names:
        path = os.path.join(folder, name)
        part = path + ".part"
        with open(part, "wb") as file:
            file.write(content)
        os.replace(part, path)
    return len(names)
