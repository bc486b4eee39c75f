# Ends with status 3 before it answers anything.
# For the failure of a start.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

import sys


def start() -> None:
    print("broken on purpose at the start", file=sys.stderr)
    sys.exit(3)
