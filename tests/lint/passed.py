"""The checks that passed, each with the checksum of all that decided it, in a folder that git ignores.

Nothing depends on what is kept: without it, or if it is damaged, a check is run.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


class Passed:
    """A folder with a file for each check, which has the checksum that it passed with."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def holds(self, name: str, digest: str) -> bool:
        """True if a check passed with this checksum when it was last content."""
        try:
            return (self._folder / name).read_bytes() == _text(digest)
        except OSError:
            return False

    def note(self, name: str, digest: str) -> None:
        """Note that a check passed; who cannot write this runs it again."""
        part = self._folder / f".{name}.{os.getpid()}"
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_text(digest))
            part.replace(self._folder / name)


def _text(digest: str) -> bytes:
    return f"passed with {digest}\n".encode()
