# mmap and write(): the file is mapped and written out from there, without a buffer of its own.
# Use it when the file is mapped anyway; a file that another process cuts short meanwhile
# kills this one with SIGBUS.
# called: mmap and write()
# tags: untouched

from __future__ import annotations

import mmap
import os
from typing import BinaryIO


def deliver(path: str, sink: BinaryIO) -> int:
    with open(path, "rb", buffering=0) as source:
        size = os.fstat(source.fileno()).st_size
        if size == 0:  # an empty file cannot be mapped
            return 0
        with mmap.mmap(source.fileno(), size, access=mmap.ACCESS_READ) as mapping, memoryview(mapping) as whole:
            sent = 0
            while sent < size:  # an unbuffered write may take less than it was given
                with whole[sent:] as rest:
                    sent += sink.write(rest)
            return sent
