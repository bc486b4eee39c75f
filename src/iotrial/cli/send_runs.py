"""Runs that were measured into an object store, sent when a command has ended."""

from __future__ import annotations

import sys

from iotrial.cli.edge import INTERRUPTED
from iotrial.visible_text import visible_line


def send_runs(code: int) -> int:
    """Send whole runs, and return a command's exit code: one that cannot be sent stays here, and is sent later."""
    if code == INTERRUPTED:  # who ends a command does not want to wait; the next one sends what is whole
        return code
    if "iotrial.store.mirror" not in sys.modules:  # such as --help, which would load it for nothing
        return code
    from iotrial.store.mirror import send_all

    try:
        for line in send_all():
            print(visible_line(line), file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return code
