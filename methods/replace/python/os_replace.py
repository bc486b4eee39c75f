# open() and write() to another name in the folder, then os.replace().
# Use it when others read the file: they find the old content or the new, whole.
# Two writers need two such names.
# called: write(), then os.replace()
# atomic: yes
# durable: no
# keeps: nothing

from __future__ import annotations

import os


def replace_file(path: str, content: bytes) -> None:
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
    os.replace(part, path)
