# Answers one measure with an error and the later ones as it should.
# For the block that one failed sample voids.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import errno
import os


def before(verb: str, since: int) -> None:
    if verb == "measure" and since == 0:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "broken on purpose")
