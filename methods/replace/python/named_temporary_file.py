# NamedTemporaryFile() in the folder, shutil.copymode() of the old file, then os.replace().
# Use it when others read the file and several write it: each has a name of its own.
# called: NamedTemporaryFile(), then os.replace()
# atomic: yes
# durable: no
# keeps: permissions

from __future__ import annotations

import os
import shutil
from tempfile import NamedTemporaryFile


def replace_file(path: str, content: bytes) -> None:
    with NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as file:
        try:
            file.write(content)
            file.flush()  # before it gets its name
            shutil.copymode(path, file.name)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
