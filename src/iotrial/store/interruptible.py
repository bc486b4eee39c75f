"""Long queries that end when a signal asks for it, in the middle of DuckDB's work too.

DuckDB looks between two pieces of work if it was interrupted, and one piece may take hours. It does so without Python's
lock, so the query has a thread of its own, and the first one, where signals arrive, only waits for it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Result = TypeVar("Result")

#: So long a query may take to end by itself; one that takes longer ends with the process.
PATIENCE_S = 1.0

#: Connections whose query did not end: to close them would wait for it, and so would their removal from memory.
_busy: list[Any] = []


@contextlib.contextmanager
def closed_unless_busy(connection: Any) -> Iterator[Any]:
    """Close a connection in the end, unless it has a query that was interrupted and does not end."""
    try:
        yield connection
    finally:
        if not any(one is connection for one in _busy):
            connection.close()


def _end_at_once() -> None:
    """End the process as one that was interrupted: Python's own end does not go well with a thread that is busy."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(128 + signal.SIGINT)


def interruptible(connection: Any, work: Callable[[], Result]) -> Result:
    """Return what some work with a connection returns; a signal that comes meanwhile does not wait for it."""
    done: list[Result] = []
    failed: list[BaseException] = []
    is_over = threading.Event()  # a thread whose `join` was interrupted is taken for one that has ended

    def carry_out() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            is_over.set()

    threading.Thread(target=carry_out, daemon=True).start()
    try:
        is_over.wait()
    except BaseException:
        connection.interrupt()
        if not is_over.wait(PATIENCE_S):
            _busy.append(connection)
            atexit.register(_end_at_once)
        raise
    if failed:
        raise failed[0]
    return done[0]
