# os.sendfile(): the kernel sends the file, no byte passes through Python.
# Use it when a file goes out unchanged to a socket, a pipe or another file;
# Linux refuses it for a sink that is open for append.
# tags: untouched
# needs: linux

from __future__ import annotations

import os
from typing import BinaryIO

MOST_BYTES = 1 << 30


def deliver(path: str, sink: BinaryIO) -> int:
    sent = 0
    with open(path, "rb", buffering=0) as source:
        try:
            while count := os.sendfile(sink.fileno(), source.fileno(), sent, MOST_BYTES):
                sent += count
        except OSError as error:
            error.filename = path  # the call itself does not say which file
            raise
    return sent
