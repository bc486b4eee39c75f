# write() and os.fsync() to another name in the folder, os.replace(), and os.fsync() of the folder.
# Use it when others read the file: they find the old content or the new, whole.
# It is safe from a power cut, too.
# called: os.replace(), and os.fsync() of the folder
# tags: by-name
# atomic: yes
# durable: each file
# keeps: nothing

from __future__ import annotations

import os


def replace_file(path: str, content: bytes) -> None:
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file)
    os.replace(part, path)
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the folder holds the name
    finally:
        os.close(folder)
