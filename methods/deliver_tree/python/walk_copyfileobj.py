# os.walk() finds the files, shutil.copyfileobj() sends each.
# Use it by default; os.walk() does not follow links into folders, and does not say which names are links,
# so each is asked about.
# called: os.walk() and copyfileobj()
# hidden: yes

from __future__ import annotations

import io
import os
import shutil
from typing import BinaryIO


def refuse(error: OSError) -> None:
    raise error  # as it comes, os.walk() leaves out what it cannot read


def deliver_tree(folder: str, sink: BinaryIO) -> int:
    sent = 0
    # copyfileobj() ignores short writes, and an unbuffered sink may make them: a writer goes on after one.
    with io.BufferedWriter(io.FileIO(sink.fileno(), "wb", closefd=False)) as writer:
        for above, _, names in os.walk(folder, onerror=refuse):
            for name in names:
                path = os.path.join(above, name)
                if os.path.islink(path):
                    continue
                with open(path, "rb") as source:
                    shutil.copyfileobj(source, writer)
                    sent += source.tell()
    return sent
