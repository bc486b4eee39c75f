"""A running worker traced by perf, for machines on which strace may not attach."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import Self

from iotrial.probes.perf_record import PerfRecord
from iotrial.probes.perf_text import LostEvents, call_names, strace_lines
from iotrial.probes.tracer import NoTrace, Tracer


class Perf(PerfRecord, Tracer):
    """The calls, by perf."""

    options = ("-e", "raw_syscalls:sys_enter,raw_syscalls:sys_exit")

    def __enter__(self) -> Self:
        """Attach, unless the calls that perf would see have no names here."""
        if not call_names(platform.machine()):
            raise NoTrace(f"the system calls of {platform.machine()} have no names here")
        return super().__enter__()

    def lines(self) -> Iterator[str]:
        """The calls, as strace would print them; NoTrace if perf lost some."""
        printed = self._script("-F", "pid,tid,event,trace", "--show-lost-events")
        try:
            yield from strace_lines(printed, call_names(platform.machine()))
        except LostEvents as lost:
            raise NoTrace(str(lost)) from None
