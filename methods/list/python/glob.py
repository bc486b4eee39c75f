# glob.glob(): the paths that match a pattern, names that begin with a dot left out.
# Use it when a pattern chooses the files; a folder that cannot be read looks empty to it.
# sorted: no
# yields: paths
# hidden: no
# dots: no

from __future__ import annotations

import glob
import os


def list_folder(folder: str) -> list[str]:
    paths = glob.glob(os.path.join(glob.escape(folder), "*"))
    if not paths:
        os.listdir(folder)  # raises the error that glob keeps to itself
    return paths
