# Path.rglob() finds the files, shutil.copyfileobj() sends each.
# Use it when you work with paths anyway or want a pattern; each path object costs more than the name itself,
# and a folder that cannot be read looks empty to it.
# called: Path.rglob() and copyfileobj()
# hidden: yes

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path
from typing import BinaryIO


def deliver_tree(folder: str, sink: BinaryIO) -> int:
    sent = 0
    # copyfileobj() ignores short writes, and an unbuffered sink may make them: a writer goes on after one.
    with io.BufferedWriter(io.FileIO(sink.fileno(), "wb", closefd=False)) as writer:
        for path in Path(folder).rglob("*"):
            if path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as source:
                shutil.copyfileobj(source, writer)
                sent += source.tell()
    if not sent:
        os.listdir(folder)  # raises the error that rglob() keeps to itself
    return sent
