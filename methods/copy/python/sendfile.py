# os.sendfile(): the kernel copies, no byte passes through Python.
# Use it when shutil.copyfile() is not at hand.
# tags: untouched
# needs: linux
# durable: no
# mode: not kept

from __future__ import annotations

import os

MOST_BYTES = 1 << 30


def copy_file(source: str, target: str) -> None:
    sent = 0
    with open(source, "rb", buffering=0) as reader, open(target, "wb", buffering=0) as writer:
        while count := os.sendfile(writer.fileno(), reader.fileno(), sent, MOST_BYTES):
            sent += count
