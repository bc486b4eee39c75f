"""The output of perf, in the words of strace."""

from __future__ import annotations

import pytest

from iotrial.probes.perf_text import LostEvents, call_names, strace_lines
from iotrial.probes.trace import Talk, requests

NAMES = call_names("x86_64")


def event(what: str, thread: int = 7) -> str:
    return f"  {thread}/{thread}  raw_syscalls:sys_{what}\n"


def test_a_call_is_a_line_where_it_ends() -> None:
    lines = [event("enter: NR 1 (5, 7f9cf585c338, 64, 0, 0, 0)"), event("exit: NR 1 = 100")]
    assert list(strace_lines(lines, NAMES)) == ["7 write(0x5, 0x7f9cf585c338, 0x64, 0x0, 0x0, 0x0) = 100"]


def test_calls_of_threads_are_kept_apart() -> None:
    lines = [
        event("enter: NR 0 (5, 0, 64)"),
        event("enter: NR 1 (6, 0, 32)", 8),
        event("exit: NR 0 = 100"),
        event("exit: NR 1 = 50", 8),
    ]
    assert [line.split("(")[0] for line in strace_lines(lines, NAMES)] == ["7 read", "8 write"]


@pytest.mark.parametrize(
    "lines",
    [
        [event("exit: NR 1 = 100")],
        [event("enter: NR 1 (5, 0, 64)")],
        [event("enter: NR 1 (5, 0, 64)"), event("exit: NR 0 = 100")],
        [event("enter: NR 0 (5, 0, 64)"), event("exit: NR 0 = -512")],
        ["", "\n", "garbage\n", "7/7 raw_syscalls:sys_exit: NR one = two\n", "\x00\xff\n"],
    ],
    ids=["never begun", "never ended", "two that do not fit", "begun anew by the kernel", "garbage"],
)
def test_what_is_no_whole_call_is_left_out(lines: list[str]) -> None:
    assert list(strace_lines(lines, NAMES)) == []


def test_a_call_without_a_name_is_called_by_its_number() -> None:
    lines = [event("enter: NR 9999 (0)"), event("exit: NR 9999 = -38")]
    assert list(strace_lines(lines, NAMES)) == ["7 syscall_9999(0x0) = -38"]


def test_lost_events_spoil_all() -> None:
    with pytest.raises(LostEvents):
        list(strace_lines([event("exit: NR 1 = 1"), "  perf 0 PERF_RECORD_LOST lost 12\n"], NAMES))


def test_its_lines_are_read_as_those_of_strace() -> None:
    lines = [
        event("enter: NR 0 (3, 0, 2000)"),
        event("exit: NR 0 = 21"),
        event("enter: NR 9 (0, 2000, 3, 22, ffffffff, 0)"),
        event("exit: NR 9 = 140312345"),
        event("enter: NR 1 (5, 0, 64)"),
        event("exit: NR 1 = 100"),
        event("enter: NR 1 (4, 0, 3c)"),
        event("exit: NR 1 = 60"),
    ]
    (request,) = requests(strace_lines(lines, NAMES), Talk({3}, {4}))
    assert request.calls == {"mmap_anonymous": 1, "write": 1} and request.sizes["write", 100] == 1


@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_the_calls_that_are_counted_have_names(architecture: str) -> None:
    names = set(call_names(architecture).values())
    assert {"read", "write", "pread64", "readv", "sendfile", "splice", "mmap", "flock", "openat", "getrusage"} <= names


@pytest.mark.parametrize("architecture", ["", "pdp11", "../x86_64", "x86_64.txt"])
def test_an_unknown_architecture_has_no_names(architecture: str) -> None:
    assert not call_names(architecture)
