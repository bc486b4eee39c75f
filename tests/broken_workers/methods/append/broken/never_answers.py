# Sleeps where it should measure.
# For the timeout; it ends itself after 10 minutes.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import os
import time


def before(verb: str, since: int) -> None:
    if verb == "measure" and since >= 0:
        time.sleep(600)
        os._exit(0)
