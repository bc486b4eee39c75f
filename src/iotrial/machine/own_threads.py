"""The limit of threads (`ulimit -u`): below some, a library ends the process when a run is stored already."""

from __future__ import annotations

import os
import threading

#: A library starts one for each CPU, and no more than these.
_MOST = 64

#: The libraries that do: what NumPy and SciPy multiply by, each its own, DuckDB, and what draws pictures twice.
_LIBRARIES = 5

#: Threads and processes beside those: our own, what is measured, and what is asked of the machine meanwhile.
_OTHERS = 10


def require_threads() -> None:
    """Start as many threads as libraries will, and end them; RuntimeError, as Python has it, if they cannot be had."""
    is_over = threading.Event()
    started: list[threading.Thread] = []
    try:
        for _ in range(_OTHERS + _LIBRARIES * min(os.cpu_count() or 1, _MOST)):
            one = threading.Thread(target=is_over.wait, daemon=True)
            one.start()
            started.append(one)
    finally:
        is_over.set()
        for one in started:
            one.join()
