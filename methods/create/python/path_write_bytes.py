# Path.write_bytes() for each file.
# Use it when you work with paths anyway; each path object costs more than the name itself.
# called: Path.write_bytes()
# durable: no
# atomic: no

from __future__ import annotations

from pathlib import Path


def create_files(folder: str, names: list[str], content: bytes) -> int:
    place = Path(folder)
    for name in names:
        (place / name).write_bytes(content)
    return len(names)
