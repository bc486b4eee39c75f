# Is killed by a signal in the third measure.
# For a worker that is lost in the middle of a round.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import os
import signal
import sys

FIRST_FAULT = 3


def before(verb: str, since: int) -> None:
    if verb == "measure" and since >= 0:
        print("broken on purpose midway", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
