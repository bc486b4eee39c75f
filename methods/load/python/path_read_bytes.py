# Path.read_bytes() of each file.
# Use it by default in code that has paths; it opens a buffered file and makes a Path for each name.
# called: Path.read_bytes()
# unsized: yes

from __future__ import annotations

from pathlib import Path


def load(folder: str, names: list[str]) -> list[bytes]:
    return [Path(folder, name).read_bytes() for name in names]
