# write() and fsync() to another name in the folder, then os.replace(); at the end fsync() of the folder.
# Use it for what must be there whole or not at all, also after a power cut.
# called: os.fsync(), then os.replace()
# tags: by-name
# durable: each file
# atomic: yes

from __future__ import annotations

import os


def create_files(folder: str, names: list[str], content: bytes) -> int:
    for name in names:
        path = os.path.join(folder, name)
        part = path + ".part"
        with open(part, "wb", buffering=0) as file:
            rest = memoryview(content)
            while rest:  # an unbuffered write may take less than it was given
                rest = rest[file.write(rest) :]
            os.fsync(file)
        os.replace(part, path)
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(place)  # the folder holds the names
    finally:
        os.close(place)
    return len(names)
