"""Short pieces of work that a request to end must not cut in two."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def deferred_signals() -> Iterator[None]:
    """Requests to end wait until this is done, and then end the process.

    For what would otherwise be left half-way: a folder that is being removed, a worker that was started and that nobody
    knows of yet, who would go on using a file system that is to be unmounted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def later(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, later) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            raise KeyboardInterrupt
