"""Requests to end: after each of them all that a command has started ends with it, as after Ctrl-C.

A terminal that is closed, a `kill`, the end of a session of the system: each is a signal of its own, and Python would
leave at once for all but one of them.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

#: The signals that ask a process to end and that it can catch. Python makes an error of SIGPIPE.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@contextlib.contextmanager
def orderly_end() -> Iterator[None]:
    """Treat each request to end as Ctrl-C, as long as this is open.

    Those that are ignored stay so, as `nohup` wants it, and so do those that have another handler. In another thread
    than the first, where no signals arrive, nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in heeded:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)


def is_interruption(error: BaseException | None) -> bool:
    """True if an error came of a request to end: DuckDB makes one of its own of it, and so may what is being closed."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "InterruptException":
            return True
        if isinstance(error, RuntimeError) and str(error) == "Query interrupted":
            return True
        error = error.__cause__ or error.__context__
    return False


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
