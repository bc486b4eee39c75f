# Answers measure with a line of 10 MB.
# For the longest reply that is read.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def after(verb: str, line: bytes, since: int) -> bytes:
    return b"sample wall_ns=" + b"9" * 10_000_000 + b" work=1\n" if verb == "measure" and since >= 0 else line
