"""The start of a command, for those that promise an answer in a given time: loading the program is part of it."""

from __future__ import annotations

import time

_began: list[float] = []


def note_start() -> None:
    """Note that the command begins now; a child that goes on in its place knows it too."""
    _began[:] = [time.monotonic()]


def command_start() -> float:
    """Return when the command began, on the monotonic clock, s; now, if it was not noted."""
    return _began[0] if _began else time.monotonic()
