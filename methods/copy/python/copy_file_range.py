# os.copy_file_range(): the kernel copies, or has the file system share the blocks.
# Use it on Btrfs and XFS, and on network file systems, which may copy without moving a byte.
# tags: untouched
# needs: linux
# durable: no
# mode: not kept

from __future__ import annotations

import os

MOST_BYTES = 1 << 30


def copy_file(source: str, target: str) -> None:
    with open(source, "rb", buffering=0) as reader, open(target, "wb", buffering=0) as writer:
        while os.copy_file_range(reader.fileno(), writer.fileno(), MOST_BYTES):
            pass
