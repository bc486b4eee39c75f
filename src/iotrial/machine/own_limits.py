"""The settings of iotrial's own process that a method of the same user can change: seen, undone, and named."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

from iotrial.machine.system_files import SystemFiles

_OOM = "/proc/self/oom_score_adj"

#: What people call the limits that ulimit has, by their names in resource.
_LIMITS = {name.removeprefix("RLIMIT_").lower(): getattr(resource, name) for name in dir(resource) if "RLIMIT_" in name}

#: Signals that end a process which does not know them, and that are never meant for iotrial.
_STRANGE = ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGIO", "SIGPWR", "SIGSTKFLT", "SIGTRAP")


class OwnLimits:
    """The limits, the niceness and the other settings of this process, as they were when it began to measure."""

    def __init__(self) -> None:
        self._limits = {name: resource.getrlimit(number) for name, number in _LIMITS.items()}
        self._nice = os.getpriority(os.PRIO_PROCESS, 0)
        self._oom = SystemFiles().text(_OOM)
        self.lost: str | None = None  # the limit that was lowered for good to less than this process had

    def restored(self) -> str | None:
        """Set back what was changed; return its name, None if nothing was.

        What cannot be set back is named once. A hard limit that was lowered is such: only a privileged user can raise
        it; `lost` says if less is left than there was.
        """
        found = None
        for name, before in self._limits.items():
            if resource.getrlimit(_LIMITS[name]) != before:
                found = found or f"limit of {name}"
                self._limits[name] = _set_back(_LIMITS[name], before)
                if _is_less(self._limits[name][0], before[0]):
                    self.lost = self.lost or f"the limit of {name}"
        if os.getpriority(os.PRIO_PROCESS, 0) != self._nice:
            found = found or "niceness"
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, 0, self._nice)
        if self._oom is not None and SystemFiles().text(_OOM) != self._oom:
            found = found or "oom_score_adj"
            with contextlib.suppress(OSError):
                Path(_OOM).write_text(self._oom)
        return found


def _set_back(number: int, before: tuple[int, int]) -> tuple[int, int]:
    """Set a limit back as far as that is allowed; return what it is then."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(number, before)
    soft, hard = resource.getrlimit(number)
    if soft != before[0]:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(number, (hard if _is_less(hard, before[0]) else before[0], hard))
    return resource.getrlimit(number)


def _is_less(limit: int, other: int) -> bool:
    return limit != resource.RLIM_INFINITY and (other == resource.RLIM_INFINITY or limit < other)


@contextlib.contextmanager
def strange_signals_ignored() -> Iterator[None]:
    """Ignore signals that are never sent on purpose, rather than end a run; started programs get them as before."""
    numbers = [getattr(signal, name) for name in _STRANGE if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda number, frame: None) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
