# Says another sum each time it is called.
# For the tests of what a kit makes of it.

from __future__ import annotations

from itertools import count

CALLS = count(1)


def scan(path: str) -> tuple[int, int, int]:
    return 1, next(CALLS), 0
