# Says that it took less than no time.
# For the floors of figures.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def after(verb: str, line: bytes, since: int) -> bytes:
    if verb != "measure" or since < 0 or not line.startswith(b"sample "):
        return line
    return b" ".join(b"wall_ns=-5" if word.startswith(b"wall_ns=") else word for word in line.split(b" "))
