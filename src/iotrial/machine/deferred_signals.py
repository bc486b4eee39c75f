"""Short pieces of work that a request to end must not interrupt."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from iotrial.machine.orderly_end import ENDING


@contextlib.contextmanager
def deferred_signals(*, yields_to_second: bool = False) -> Iterator[None]:
    """Defer requests to end until this is done; then they end the process. Those that are ignored stay ignored.

    yields_to_second: if a second request ends it at once, for work that may take long.

    It protects work that would be left half done: the removal of a folder, or the start of a worker, which would go on
    using a file system that is to be unmounted if it were not on record.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def later(number: int, frame: FrameType | None) -> None:
        if came and yields_to_second:
            raise KeyboardInterrupt
        came.append(number)

    heeded = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]  # nohup ignores SIGHUP
    before = {number: signal.signal(number, later) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            raise KeyboardInterrupt
