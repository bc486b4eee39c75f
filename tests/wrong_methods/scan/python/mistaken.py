# Uses what is not there.
# For the tests of what a kit makes of it.

from __future__ import annotations

KNOWN: dict[str, tuple[int, int, int]] = {}


def scan(path: str) -> tuple[int, int, int]:
    return KNOWN[path]
