"""The three streams that every process has: one that was closed before we began is opened to nowhere.

Otherwise the next file that is opened gets its number, and whatever is printed goes into that file.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_closed_streams() -> None:
    """Open the null device in place of each stream that is closed."""
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor == number:
            os.set_inheritable(number, True)
        else:
            os.dup2(descriptor, number)
            os.close(descriptor)
        setattr(sys, name, os.fdopen(number, mode, closefd=False))


def drop(stream: TextIO) -> None:
    """Let what was printed to a stream and cannot be written any more go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
