"""Requests to end: after each of them all that a command has started ends with it, as after Ctrl-C.

A terminal that is closed, a `kill`, the end of a session of the system: each is a signal of its own, and Python would
leave at once for all but one of them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

#: The signals that ask a process to end and that it can catch. Python makes an error of SIGPIPE.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


#: So long after a callback swallowed a request it is made again, when nothing swallows it any more.
_AGAIN_S = 0.02


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
    before = sys.unraisablehook

    def ask_again(swallowed: sys.UnraisableHookArgs) -> None:
        """Have a request heeded that came within a callback of Python's own, which swallows what it raises."""
        if heeded and issubclass(swallowed.exc_type, KeyboardInterrupt):
            threading.Timer(_AGAIN_S, os.kill, (os.getpid(), heeded[0])).start()
        else:
            before(swallowed)

    sys.unraisablehook = ask_again
    try:
        yield
    finally:
        sys.unraisablehook = before
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
