# os.scandir() for each folder; each file is read whole and written.
# Use it when the files are small or looked at on the way; the largest file must fit into memory.
# called: os.scandir(), read() and write()
# hidden: yes

from __future__ import annotations

import os
from typing import BinaryIO


def deliver_tree(folder: str, sink: BinaryIO) -> int:
    sent = 0
    folders = [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    with open(entry.path, "rb", buffering=0) as source:
                        content = memoryview(source.read())
                    sent += len(content)
                    while content:  # an unbuffered write may take less than it was given
                        content = content[sink.write(content) :]
    return sent
