# Answers every measure with an error, as on a full disk.
# For an arm that fails and leaves its level.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import errno
import os


def before(verb: str, since: int) -> None:
    if verb == "measure" and since >= 0:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "broken on purpose")
