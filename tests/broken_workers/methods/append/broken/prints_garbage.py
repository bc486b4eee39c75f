# Answers measure with bytes that are no line of the protocol.
# For the reader of replies.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def after(verb: str, line: bytes, since: int) -> bytes:
    return b"\x00\xff\x1b[31m 100% done!\n" if verb == "measure" and since >= 0 else line
