# Path.write_bytes(), which empties the file first.
# Use it when you work with paths anyway and nobody reads the file meanwhile: a reader may find it empty or half
# written.
# called: Path.write_bytes()
# atomic: no
# durable: no
# keeps: everything

from __future__ import annotations

from pathlib import Path


def replace_file(path: str, content: bytes) -> None:
    Path(path).write_bytes(content)
