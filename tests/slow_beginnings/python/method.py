# time.sleep() for so many milliseconds.
# For the tests of what a kit times.

from __future__ import annotations

import time


def nap(milliseconds: int) -> None:
    time.sleep(milliseconds / 1000)
