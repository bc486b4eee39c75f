"""The CPUs that this process was given; bind a process to some of them."""

from __future__ import annotations

import contextlib
import os

from iotrial.machine.threads import threads_of

_CPUS: frozenset[int] = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def available_cpus() -> set[int]:
    """CPUs that this process was given when it started; empty if the system does not tell."""
    return set(_CPUS)


def bind(pid: int, cpus: set[int]) -> None:
    """Bind a process to some CPUs, if the system has a call for it and the process still runs.

    All its threads are bound, since some runtimes do the work in another than the first; 0: this thread alone.
    """
    if not cpus or not hasattr(os, "sched_setaffinity"):
        return
    for thread in {pid, *(threads_of(pid) if pid else ())}:
        with contextlib.suppress(OSError):  # it has ended, or the system does not allow it: see `why_unbound`
            os.sched_setaffinity(thread, cpus)


def why_unbound() -> str | None:
    """Say why workers cannot be bound to a CPU here; None if they can."""
    if not hasattr(os, "sched_setaffinity"):
        return "this system has no call for it"
    try:
        os.sched_setaffinity(0, {min(_CPUS)})
        os.sched_setaffinity(0, _CPUS)
    except OSError as error:
        return error.strerror or str(error)
    return None
