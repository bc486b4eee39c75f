# shutil.rmtree(), which removes by descriptors of folders, so that no link is followed.
# Use it by default. It stops at the first file that it cannot remove, and at a path that is a link; with `onerror` it
# goes on.
# called: shutil.rmtree()
# refused: stops
# missing: error
# top_link: error
# any_name: yes
# deep: yes

from __future__ import annotations

import shutil


def remove_tree(folder: str) -> None:
    shutil.rmtree(folder)
