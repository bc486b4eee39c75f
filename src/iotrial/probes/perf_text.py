"""A worker's system calls as perf prints them, turned into lines of strace. Pure: text in, text out.

The lines are those of `perf script -F pid,tid,event,trace` over raw_syscalls. Each call has two: its number and
arguments when it begins, and its result when it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

#: Results of a call that the kernel begins anew by itself; strace shows them as "?".
RESTARTED = frozenset((-512, -513, -514, -516))

_LINE = re.compile(
    r"\s*\d+/(?P<thread>\d+)\s+raw_syscalls:sys_(?:"
    r"enter: NR (?P<number>\d+) \((?P<arguments>[0-9a-f, ]*)\)|exit: NR (?P<ended>\d+) = (?P<gave>-?\d+))\s*\Z"
)


class LostEvents(Exception):
    """Events that perf could not keep: the rest of the trace is not whole."""


def strace_lines(lines: Iterable[str], names: Mapping[int, str]) -> Iterator[str]:
    """Return a line for each call that began and ended, in the order of the ends; LostEvents if perf says it lost some.

    `names` has the names of the numbers; a call without one is called by its number.
    """
    begun: dict[str, tuple[str, str]] = {}
    for line in lines:
        if "PERF_RECORD_LOST" in line:
            raise LostEvents("perf lost events")
        matched = _LINE.match(line)
        if matched is None:
            continue
        thread = matched["thread"]
        if matched["number"] is not None:
            begun[thread] = (matched["number"], matched["arguments"])
            continue
        number, arguments = begun.pop(thread, (None, ""))
        gave = int(matched["gave"])
        if number is not None and number == matched["ended"] and gave not in RESTARTED:
            name = names.get(int(number), f"syscall_{number}")
            hexadecimal = ", ".join(f"0x{argument}" for argument in arguments.split(", "))
            yield f"{thread} {name}({hexadecimal}) = {gave}"


@cache
def call_names(architecture: str) -> Mapping[int, str]:
    """Map number to name for the system calls of an architecture, as in Linux's headers; empty if unknown."""
    path = files("iotrial.probes").joinpath("syscalls", f"{architecture}.txt")
    if not architecture.isidentifier() or not path.is_file():
        return {}
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {int(number): name for number, name in rows}
