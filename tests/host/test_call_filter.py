"""The system calls that a sandbox refuses: the filter is played as the kernel plays it."""

from __future__ import annotations

import errno
import platform
import socket
import struct
from importlib.resources import files

import pytest

from iotrial.host.call_filter import MACHINES, REFUSED, UnknownMachine, call_filter

ALLOWED, REFUSED_WITH = 0x7FFF0000, 0x00050000
I386 = 0x40000003


def played(machine: str, kind: int, number: int, first: int = 0) -> int:
    """What a filter answers to a call: <linux/filter.h>, as far as this one goes."""
    data = struct.pack("=IIQ6Q", number, kind, 0, first & (1 << 64) - 1, 0, 0, 0, 0, 0)
    program = list(struct.iter_unpack("=HBBI", call_filter(machine)))
    at = register = 0
    while True:
        code, then, otherwise, value = program[at]
        at += 1
        match code:
            case 0x20:
                (register,) = struct.unpack_from("=I", data, value)
            case 0x15:
                at += then if register == value else otherwise
            case 0x35:
                at += then if register >= value else otherwise
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(code)


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_are_those_of_the_kernels_tables_and_all_others_pass(machine: str) -> None:
    numbers = MACHINES[machine]
    lines = files("iotrial.probes").joinpath("syscalls", f"{machine}.txt").read_text().splitlines()
    named = {name: int(number) for number, name in (line.split() for line in lines if not line.startswith("#"))}
    assert named["socket"] == numbers.socket
    assert tuple(named[name] for name in REFUSED) == numbers.refused
    for name, number in named.items():
        answer = played(machine, numbers.kind, number, socket.AF_INET)
        assert answer == (REFUSED_WITH | errno.EPERM if name in REFUSED else ALLOWED), name


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("family", "passes"),
    [
        (socket.AF_INET, True),
        (socket.AF_INET6, True),
        (socket.AF_UNIX, False),
        (16, False),  # netlink
        (38, False),  # the kernel's ciphers
        (40, False),  # to the host of a virtual machine
        (1 << 32 | socket.AF_UNIX, False),  # the kernel looks at the lower half only
        (1 << 32 | socket.AF_INET, True),
        (-1, False),
    ],
)
def test_a_socket_is_made_only_for_a_network_that_is_not_there(machine: str, family: int, passes: bool) -> None:
    numbers = MACHINES[machine]
    answer = played(machine, numbers.kind, numbers.socket, family)
    assert answer == (ALLOWED if passes else REFUSED_WITH | errno.EPERM)


def test_other_conventions_of_calls_do_not_get_around_it() -> None:
    x86 = MACHINES["x86_64"]
    assert played("x86_64", I386, 1) == REFUSED_WITH | errno.EPERM  # programs of 32 bits have other numbers
    assert played("x86_64", x86.kind, 0x40000000 | x86.socket, socket.AF_UNIX) == REFUSED_WITH | errno.EPERM
    assert played("aarch64", x86.kind, x86.socket, socket.AF_INET) == REFUSED_WITH | errno.EPERM


def test_a_machine_whose_calls_are_not_known_is_named() -> None:
    with pytest.raises(UnknownMachine, match="the system calls of pdp11 are not known"):
        call_filter("pdp11")
    if platform.machine() in MACHINES:
        assert call_filter() == call_filter(platform.machine())
