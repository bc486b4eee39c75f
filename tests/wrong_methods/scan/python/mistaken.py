# Uses what is not there.
# For the tests of what a kit makes of it.

from __future__ import annotations


def scan(path: str) -> tuple[int, int, int]:
    return (0, 0, {}[path])
