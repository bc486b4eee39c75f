# shutil.copyfileobj(): one file object copied to another by the standard library.
# Use it when either end may be anything that reads or writes; if both are real files,
# sendfile() spares the copying through Python.

from __future__ import annotations

import io
import shutil
from typing import BinaryIO


def deliver(path: str, sink: BinaryIO) -> int:
    # copyfileobj() ignores short writes, and an unbuffered sink may make them: a writer goes on after one.
    writer = io.BufferedWriter(io.FileIO(sink.fileno(), "wb", closefd=False))
    with open(path, "rb") as source, writer:
        shutil.copyfileobj(source, writer)
        return source.tell()
