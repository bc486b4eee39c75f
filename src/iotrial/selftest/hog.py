"""A neighbour that comes and goes: uses a CPU for a while, rests for a while, until its parent is gone.

Started as a script of its own by `iotrial selftest --hogs`.
"""

from __future__ import annotations

import os
import random
import sys
import time

SHORTEST_S, LONGEST_S = 0.02, 1.0


def main() -> None:
    """Use a CPU and rest in turn at random, by the seed in the first argument."""
    source = random.Random(int(sys.argv[1]))
    parent = os.getppid()
    while os.getppid() == parent:
        end = time.monotonic() + source.uniform(SHORTEST_S, LONGEST_S)
        while time.monotonic() < end:
            sum(range(1000))
        time.sleep(source.uniform(SHORTEST_S, LONGEST_S))


if __name__ == "__main__":
    main()
