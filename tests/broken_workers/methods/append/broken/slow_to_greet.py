# Takes half a second before it answers anything.
# For patience: it does its work as it should.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import time


def start() -> None:
    time.sleep(0.5)
