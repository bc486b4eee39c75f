# Speaks a protocol of another version.
# For the greeting.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations


def after(verb: str, line: bytes, since: int) -> bytes:
    return line.replace(b"protocol=1", b"protocol=2") if verb == "hello" else line
