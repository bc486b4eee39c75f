# write() and os.fsync() to another name in the folder, then os.replace().
# Use it when others read the file: they find the old content or the new, whole.
# A power cut may bring the old content back, but leaves no half.
# called: os.fsync(), then os.replace()
# tags: by-name
# atomic: yes
# durable: content
# keeps: nothing

from __future__ import annotations

import os


def replace_file(path: str, content: bytes) -> None:
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file)
    os.replace(part, path)
