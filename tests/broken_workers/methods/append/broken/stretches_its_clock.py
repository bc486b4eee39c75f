# Says that it took a hundred times the time that it took.
# For the clocks from outside: a slow rival makes everybody else look quick.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def after(verb: str, line: bytes, since: int) -> bytes:
    if verb != "measure" or not line.startswith(b"sample "):
        return line
    words = [word.split(b"=") for word in line.split()[1:]]
    told = [b"%s=%d" % (key, int(value) * 100 if key == b"wall_ns" else int(value)) for key, value in words]
    return b"sample %s\n" % b" ".join(told)
