"""The output of strace, read request by request."""

from __future__ import annotations

import pytest

from iotrial.probes.count import bytes_copied, calls_of_iteration
from iotrial.probes.trace import Request, Talk, request_of, requests
from iotrial.store.record import Calls

#: The worker reads requests from 3 and its copy 6, and replies to 4.
TALK = Talk({3, 6}, {4})
REQUEST = "7  read(0x6, 0x7f9cf5885000, 0x2000) = 0x15"


def trace(*iterations: int, record_bytes: int = 100) -> list[str]:
    """A worker that writes a record an iteration, and reads something of its own for each request."""
    size = hex(record_bytes)
    lines: list[str] = []
    for count in iterations:
        lines += [REQUEST, f"7  read(0x8, 0x7f9cf5887018, 0x2000) = {hex(20 + count)}", "7  getrusage(0, 0x7ffe) = 0"]
        for _ in range(count):
            lines += ["7  openat(0xffffff9c, 0x7ffe0899fd30, 0x442, 0x1b6) = 0x5"]
            lines += [f"7  write(0x5, 0x7f9cf585c338, {size}) = {size}", "7  close(0x5)              = 0"]
        lines += ["7  getrusage(0, 0x7ffe) = 0", "7  write(0x4, 0x7f9cf585c338, 0x3c) = 0x3c"]
    return [f"{line}\n" for line in lines]


def test_each_request_has_its_own_calls_and_the_protocol_has_none() -> None:
    one, two = requests(trace(1, 2), TALK)
    assert one.calls == {"read": 1, "getrusage": 2, "openat": 1, "write": 1, "close": 1}
    assert one.work is not None and one.work.calls == {"openat": 1, "write": 1, "close": 1}
    assert two.work is not None and two.work.calls == {"openat": 2, "write": 2, "close": 2}
    assert two.sizes["write", 100] == 2


def test_what_a_kit_reads_of_the_scheduler_between_its_counters_is_not_of_the_work() -> None:
    own = ["7  lseek(0x9, 0, 0) = 0\n", "7  read(0x9, 0x7f, 0x80) = 0x15\n", "7  pread64(0xa, 0x7f, 0x7f, 0) = 0x15\n"]
    lines = trace(2)
    begun = next(place for place, line in enumerate(lines) if "getrusage" in line)
    (request,) = requests(lines[: begun + 1] + own + lines[begun + 1 :], Talk({3, 6}, {4}, {9, 10}))
    assert request.work is not None and request.work.calls == {"openat": 2, "write": 2, "close": 2}


def test_a_file_of_the_work_is_not_taken_for_a_counter_that_got_its_descriptor_afterwards() -> None:
    reads = "7  read(0x5, 0x7f, 0x100000) = 0x100000\n"
    lines = trace(1)
    begun = next(place for place, line in enumerate(lines) if "write(0x5" in line)
    lines = [*lines[:begun], reads, *lines[begun:]]
    counter = ["7  openat(0xffffff9c, 0x7f, 0x80000) = 0x5\n", "7  pread64(0x5, 0x7f, 0x64, 0) = 0x15\n"]
    (request,) = requests([*lines, *counter], Talk({3, 6}, {4}, {5}))
    assert request.work is not None and request.work.calls == {"openat": 1, "read": 1, "write": 1, "close": 1}
    assert request.sizes["read", 0x100000] == 1 and "pread64" not in request.calls


def test_without_getrusage_the_work_is_what_lies_between_the_readings_next_to_the_clock() -> None:
    lines = [line for line in trace(2) if "getrusage" not in line]
    begun = next(place for place, line in enumerate(lines) if "openat" in line)
    others = [f"7  pread64({number}, 0x7f, 0x7f, 0) = 0x15\n" for number in ("0x9", "0xb")]  # of other threads
    own = "7  pread64(0xa, 0x7f, 0x7f, 0) = 0x15\n"
    lists = "7  getdents64(0x5, 0x7f, 0x8000) = 0x18\n"
    collector = "8  getrusage(0, 0x7ffe) = 0\n"  # of the runtime, which measures itself
    work = [own, collector, *lines[begun:-1], collector, own]
    lines = [*lines[:begun], lists, *others, *work, lists, *others, lines[-1]]
    (request,) = requests(lines, Talk({3, 6}, {4}, {9, 10, 11}))
    assert request.work is not None and request.calls["getdents64"] == 2
    assert request.work.calls == {"openat": 2, "write": 2, "close": 2, "getrusage": 2}


def test_what_came_before_the_first_request_is_left_out() -> None:
    early = ["7  write(0x5, 0x7f, 0x9) = 0x9\n", "7  read(0x3, 0x7f, 0x2000) = 0\n", "7  read(0x3,  <detached ...>\n"]
    assert len(requests(early + trace(1), TALK)) == 1
    assert requests(early, TALK) == []


def test_a_call_that_another_thread_cut_in_two_is_one_call() -> None:
    lines = [
        f"{REQUEST}\n",
        "7  write(0x5, 0x7f9cf585c338, 0x64 <unfinished ...>\n",
        "8  write(0x5, 0x7f9cf585c338, 0x32) = 0x32\n",
        "7  <... write resumed>)            = 0x64\n",
        "7  read(0x6, 0x7f9cf585c338, 0x2000 <unfinished ...>\n",
    ]
    (request,) = requests(lines, TALK)
    assert request.calls == {"write": 2} and request.sizes == {("write", 100): 1, ("write", 50): 1}


@pytest.mark.parametrize(
    ("line", "name", "byte_count"),
    [
        ("mmap(0, 0x1400000, 0x1, 0x2, 0x5, 0) = 0x7f0000000000", "mmap", 20_971_520),
        ("mmap(0, 0x2000, 0x3, 0x22, 0xffffffff, 0) = 0x7f0000000000", "mmap_anonymous", 8192),
        ("sendfile(0x1, 0x5, 0x7ffe, 0x10000) = 0x10000", "sendfile", 65_536),
        ("write(0x5, 0x7f, 0x64) = -1 ENOSPC (No space left on device)", "write", None),
        ("flock(0x5, 0x2) = 0", "flock", None),
        ("munmap(0x7f, 0x2000)             = 0", "munmap", None),
        ("getpid() = 0x7", "getpid", None),
    ],
)
def test_calls_are_read_with_what_they_move(line: str, name: str, byte_count: int | None) -> None:
    (request,) = requests([f"{REQUEST}\n", f"7  {line}\n"], TALK)
    assert dict(request.calls) == {name: 1}
    assert dict(request.sizes) == ({} if byte_count is None else {(name, byte_count): 1})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "7",
        "7 +++ exited with 0 +++",
        "7 --- SIGCHLD {} ---",
        "7  exit_group(0) = ?",
        "7  read(0x5,  <detached ...>",
        "\x00\xff(",
        "7 )( = 0",
    ],
)
def test_lines_that_are_no_call_count_nothing(line: str) -> None:
    (request,) = requests([f"{REQUEST}\n", f"{line}\n"], TALK)
    assert not request.calls


def test_the_calls_of_an_iteration_are_what_one_more_adds() -> None:
    works = [request.work for request in requests(trace(1, 2, 3), TALK)]
    calls, varies = calls_of_iteration([work for work in works if work is not None])
    assert not varies
    assert calls["write"] == Calls(count=1, bytes=100, usual_bytes=100)
    assert set(calls) == {"openat", "write", "close"}
    assert bytes_copied(calls) == (0, 100)


def test_a_single_iteration_is_compared_with_none() -> None:
    (request,) = requests(trace(1), TALK)
    assert request.work is not None
    calls, varies = calls_of_iteration([Request(), request.work])
    assert not varies and calls["write"].count == 1


def test_iterations_that_differ_say_so_and_give_their_mean() -> None:
    one, two, three = (Request() for _ in range(3))
    one.calls["write"], two.calls["write"], three.calls["write"] = 1, 2, 5
    calls, varies = calls_of_iteration([one, two, three])
    assert varies and calls["write"].count == 2


def test_what_a_runtime_does_less_of_later_is_none_of_the_calls() -> None:
    first, *others = requests(trace(1, 2, 3), TALK)
    first.calls["futex"] += 8
    first.sizes["write", 0] += 2
    calls, varies = calls_of_iteration([first, *others])
    assert varies and set(calls) == {"openat", "write", "close"} and calls["write"].empty_count == 0


def test_the_read_that_finds_the_end_is_told_apart() -> None:
    request = Request()
    request.calls["read"] = 4
    request.sizes["read", 8192] = 3
    request.sizes["read", 0] = 1
    calls, _ = calls_of_iteration([Request(), request])
    assert calls["read"] == Calls(count=4, empty_count=1, bytes=3 * 8192, usual_bytes=8192)


def test_one_request_alone_tells_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to be compared with"):
        calls_of_iteration([Request()])


def test_all_calls_of_processes_without_a_protocol_are_one_request() -> None:
    found = request_of([*trace(1, 2), "9  write(0x4, 0x7f, 0x10) = 0x10\n"])
    assert found.calls == {"read": 4, "getrusage": 4, "openat": 3, "write": 6, "close": 3}
    assert found.sizes["write", 100] == 3 and found.sizes["write", 16] == 1
    assert request_of([]) == Request()
