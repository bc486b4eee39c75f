"""The code that is running, as one checksum: what it computed may be cached, and is trusted by the same code alone."""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import version
from pathlib import Path

#: Packages whose versions may move a figure.
_COMPUTING = ("duckdb", "numpy", "scipy")


@functools.cache
def code_digest() -> str:
    """The sha256 of all code of iotrial, and of the versions of the packages that compute for it.

    With others the same samples may be judged otherwise.
    """
    root = Path(__file__).parent
    found = hashlib.sha256("".join(f"{name} {version(name)}\0" for name in _COMPUTING).encode())
    for path in sorted(root.rglob("*.py")):
        found.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
