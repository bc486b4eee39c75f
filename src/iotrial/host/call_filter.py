"""The system calls that a sandbox refuses, as a filter of the kernel's (seccomp): what reaches past a read-only view.

A read-only view of the machine stops no process that connects to a service's socket in it: whoever may write to the
socket of a container engine, or of the session's own service manager, can have another program started outside. Keys
that the kernel keeps for a user have no name in any file system either. Nothing else is refused: reading and writing
files is what methods are for. On kernels from 5.11 on, a call that is allowed whatever its arguments costs nothing.
"""

from __future__ import annotations

import functools
import platform
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Numbers:
    """A kind of processor as the kernel names it (<linux/audit.h>), and its numbers of system calls."""

    kind: int
    socket: int
    refused: tuple[int, ...]  # in the order of REFUSED
    foreign_from: int | None = None  # numbers from here on are those of another convention of calls


#: Calls that are refused whatever their arguments: those on keys, and the one that could make a socket unseen.
REFUSED = ("add_key", "request_key", "keyctl", "io_uring_setup")

#: Machine -> its numbers.
MACHINES = {
    "x86_64": Numbers(0xC000003E, 41, (248, 249, 250, 425), foreign_from=0x40000000),
    "aarch64": Numbers(0xC00000B7, 198, (217, 218, 219, 425)),
}

#: The families of sockets that lead nowhere in a network of the sandbox's own, which is empty.
FAMILIES = (socket.AF_INET, socket.AF_INET6)

#: Where <linux/seccomp.h> puts the number of a call, the kind of processor, and the lower half of the first argument.
_NUMBER, _KIND, _FIRST = 0, 4, 16

#: Instructions of <linux/filter.h>: load a word; go on there if it is equal, or not less; end with this.
_LOAD, _IF_EQUAL, _IF_NOT_LESS, _END = 0x20, 0x15, 0x35, 0x06

#: What a call gets: its way, or "operation not permitted".
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1


class UnknownMachine(Exception):
    """A kind of processor whose numbers of system calls are not known."""


@functools.cache
def call_filter(machine: str | None = None) -> bytes:
    """The filter, as the kernel takes it; UnknownMachine for another kind of processor than these.

    machine: as platform.machine() tells it, of this machine if None.
    """
    name = platform.machine() if machine is None else machine
    try:
        numbers = MACHINES[name]
    except KeyError:
        raise UnknownMachine(f"the system calls of {name} are not known") from None
    return b"".join(_filled(list(_program(numbers))))


@dataclass(frozen=True)
class _Step:
    """An instruction; where it goes if its condition holds and if not: the name of an end, or None for the next."""

    code: int
    value: int
    then: str | None = None
    otherwise: str | None = None


def _program(numbers: Numbers) -> Iterator[_Step]:
    """Yield the steps; the last two are the ends."""
    yield _Step(_LOAD, _KIND)
    yield _Step(_IF_EQUAL, numbers.kind, otherwise="refuse")  # a program of 32 bits has other numbers
    yield _Step(_LOAD, _NUMBER)
    if numbers.foreign_from is not None:
        yield _Step(_IF_NOT_LESS, numbers.foreign_from, then="refuse")
    for number in numbers.refused:
        yield _Step(_IF_EQUAL, number, then="refuse")
    yield _Step(_IF_EQUAL, numbers.socket, otherwise="allow")
    yield _Step(_LOAD, _FIRST)
    for family in FAMILIES:
        yield _Step(_IF_EQUAL, family, then="allow")
    yield _Step(_END, _REFUSE)
    yield _Step(_END, _ALLOW)


def _filled(steps: list[_Step]) -> Iterator[bytes]:
    """Yield the instructions, with how many each skips."""
    ends = {"refuse": len(steps) - 2, "allow": len(steps) - 1}

    def skipped(at: int, name: str | None) -> int:
        return 0 if name is None else ends[name] - at - 1

    for at, step in enumerate(steps):
        yield struct.pack("=HBBI", step.code, skipped(at, step.then), skipped(at, step.otherwise), step.value)
