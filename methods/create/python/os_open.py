# os.open(), os.write() and os.close() for each file: a system call each, and nothing in between.
# Use it when open() was measured to be in the way.
# called: os.open() and os.write()
# durable: no
# atomic: no

from __future__ import annotations

import os


def create_files(folder: str, names: list[str], content: bytes) -> int:
    for name in names:
        path = f"{folder}/{name}"
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            rest = content
            while rest:  # a nearly full disk takes less than it was given
                rest = rest[os.write(file, rest) :]
        except OSError as error:
            error.filename = path  # os.write() knows a number only
            raise
        finally:
            os.close(file)
    return len(names)
