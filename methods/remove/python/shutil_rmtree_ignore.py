# shutil.rmtree() with ignore_errors, which says nothing of what it could not remove.
# Use it to tidy up where what stays does no harm; a folder that is still there afterwards is for you to notice.
# called: shutil.rmtree() with ignore_errors
# refused: silent
# missing: no error
# top_link: silent
# any_name: yes
# deep: yes

from __future__ import annotations

import shutil


def remove_tree(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
