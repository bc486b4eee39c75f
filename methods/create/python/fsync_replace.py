# write() and fsync() to another name in the folder, os.replace(), and fsync() of the folder, for each file.
# Use it for what must be there whole or not at all, also after a power cut.
# called: os.fsync(), then os.replace()
# tags: by-name
# durable: each file
# atomic: yes

from __future__ import annotations

import os


def create_files(folder: str, names: list[str], content: bytes) -> int:
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in names:
            path = os.path.join(folder, name)
            part = path + ".part"
            with open(part, "wb", buffering=0) as file:
                rest = memoryview(content)
                while rest:  # an unbuffered write may take less than it was given
                    rest = rest[file.write(rest) :]
                os.fsync(file)
            os.replace(part, path)
            os.fsync(place)  # the folder holds the name
    finally:
        os.close(place)
    return len(names)
