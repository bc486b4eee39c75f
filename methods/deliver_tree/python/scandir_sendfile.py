# os.scandir() for each folder, os.sendfile() for each file.
# Use it when files go out unchanged: an entry knows without another call whether it is a file, a folder or a link.
# Linux refuses to send to a sink that is open for append.
# called: os.scandir() and os.sendfile()
# tags: untouched
# needs: linux
# hidden: yes

from __future__ import annotations

import os
from typing import BinaryIO

MOST_BYTES = 1 << 30


def deliver(path: str, sink: int) -> int:
    sent = 0
    with open(path, "rb", buffering=0) as source:
        try:
            while count := os.sendfile(sink, source.fileno(), sent, MOST_BYTES):
                sent += count
        except OSError as error:
            error.filename = path  # the call itself does not say which file
            raise
    return sent


def deliver_tree(folder: str, sink: BinaryIO) -> int:
    sent = 0
    folders = [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    sent += deliver(entry.path, sink.fileno())
    return sent
