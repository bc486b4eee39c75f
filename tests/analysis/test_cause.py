"""The rule that names a cause, on counters that are made up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from iotrial.analysis.cause import Cause, cause_of, describe, explain
from iotrial.analysis.counters import Counters
from iotrial.store.record import Calls

#: 1,000 writes of 100 bytes in 1 ms: 0.2 ms of the process's own, 0.7 ms in the kernel, 0.1 ms without a CPU.
BASE = Counters(
    wall_ns=1e6,
    user_ns=2e5,
    system_ns=7e5,
    call_count=1002,
    calls={"write": Calls(count=1000, bytes=1e5, usual_bytes=100), "openat": Calls(count=1), "close": Calls(count=1)},
    read_bytes=0,
    written_bytes=100_000,
    device_read_bytes=0,
    minor_faults=0,
    major_faults=0,
    voluntary_switches=0,
)

#: The same if system calls were only counted.
UNTRACED = replace(BASE, calls={})


@pytest.mark.parametrize(
    ("cause", "change"),
    [
        ("calls", {"wall_ns": 1.3e6, "call_count": 2002}),
        ("calls", {"wall_ns": 0.8e6, "call_count": 102}),
        ("copied_bytes", {"wall_ns": 3e6, "written_bytes": 20_000_000}),
        ("minor_faults", {"wall_ns": 3e6, "minor_faults": 4000, "call_count": 1010}),
        ("device_read_bytes", {"wall_ns": 3e7, "device_read_bytes": 20_000_000, "voluntary_switches": 9}),
        ("user_ns", {"wall_ns": 2e6, "user_ns": 1.2e6}),
        ("user_ns", {"wall_ns": 2e6, "user_ns": 1.2e6, "call_count": 1003}),
        ("voluntary_switches", {"wall_ns": 2e7, "voluntary_switches": 1000}),
        ("none", {"wall_ns": 2e6, "system_ns": 1.7e6}),
        # a counter that points the other way explains nothing
        ("none", {"wall_ns": 2e6, "system_ns": 1.7e6, "call_count": 2, "minor_faults": 0}),
        ("user_ns", {"wall_ns": 2e6, "user_ns": 1.2e6, "call_count": 2}),
        # nothing is invented for what is not known
        ("none", {"wall_ns": 2e6, "user_ns": None, "system_ns": None, "call_count": None, "minor_faults": None}),
    ],
)
def test_the_counter_that_explains_is_named(cause: Cause, change: dict[str, Any]) -> None:
    assert cause_of(replace(UNTRACED, **change), UNTRACED) == cause


def test_arms_that_both_read_from_a_device_may_differ_in_how_long_they_wait_for_it() -> None:
    base = replace(UNTRACED, wall_ns=3e6, device_read_bytes=4_000_000, voluntary_switches=4)
    own = replace(base, wall_ns=5e6, voluntary_switches=2)
    assert cause_of(own, base) == "voluntary_switches"
    said = explain("c/x", own, "c/base", base, "slower", 1.7).sentence
    assert said.endswith("waiting for the device explains it: 4.10 ms instead of 2.10 ms")
    assert cause_of(replace(own, device_read_bytes=0), base) != "voluntary_switches"


def test_a_call_that_walks_a_path_weighs_more_than_one_that_does_not() -> None:
    each = {"openat": Calls(count=1000), "close": Calls(count=1000)}
    own = replace(BASE, wall_ns=4e6, system_ns=3.7e6, call_count=3000, calls={**BASE.calls, **each})
    assert cause_of(own, BASE) == "calls"
    assert "above all 1,000 openat instead of 1" in explain("c/x", own, "c/base", BASE, "slower", 4.0).sentence


@pytest.mark.parametrize("verdict", ["equivalent", "undecided", "invalid", None])
def test_nothing_is_explained_that_no_verdict_shows(verdict: str | None) -> None:
    found = explain("c/x", replace(BASE, wall_ns=2e6, call_count=5000), "c/base", BASE, verdict, 2.0)
    assert found.cause is None and "explain" not in found.sentence.replace("nothing to explain", "")


def test_the_sentence_holds_the_figures() -> None:
    own = replace(BASE, wall_ns=1.5e6, call_count=2002, calls={**BASE.calls, "flock": Calls(count=1000)})
    assert explain("c/flock", own, "c/base", BASE, "slower", 1.5).sentence == (
        "c/flock makes 1,000 writes of 100 bytes, 1,000 flock calls and 2 other system calls; it takes 1.5 times as "
        "long as c/base: 2,002 system calls instead of 1,002 explain it, above all 1,000 flock instead of 0"
    )


def test_reads_and_writes_of_one_size_share_it() -> None:
    pieces = {
        "read": Calls(count=2561, empty_count=1, bytes=2560 * 8192, usual_bytes=8192),
        "write": Calls(count=2560, bytes=2560 * 8192, usual_bytes=8192),
    }
    own = Counters(call_count=5125, calls={**pieces, "openat": Calls(count=4)})
    assert describe("php/readfile", own) == (
        "php/readfile makes 2,560 reads and 2,560 writes of 8,192 bytes and 5 other system calls, and maps nothing"
    )


def test_mapped_bytes_are_told() -> None:
    calls = {
        "mmap": Calls(count=1, bytes=4096, usual_bytes=4096),
        "write": Calls(count=1, bytes=4096, usual_bytes=4096),
    }
    assert describe("c/mmap", Counters(call_count=2, calls=calls)).endswith("and maps 4,096 bytes")


def test_without_a_trace_the_count_alone_is_told() -> None:
    assert describe("c/x", Counters(call_count=20)) == "c/x makes 20 reads and writes"
    assert describe("c/x", Counters()) == "what c/x asks of the system is not known"


def test_calls_too_few_to_be_named_are_counted() -> None:
    own = Counters(call_count=2, calls={"openat": Calls(count=1), "close": Calls(count=1)})
    assert describe("c/x", own) == "c/x makes 2 system calls"


def test_an_arm_that_was_traced_is_not_held_against_one_that_was_only_counted() -> None:
    own = replace(UNTRACED, wall_ns=1.4e6, call_count=3000, system_ns=1.1e6)
    assert cause_of(own, BASE) == "none" and cause_of(own, UNTRACED) == "calls"
    assert "instead of" not in explain("c/x", replace(own, wall_ns=1e6), "c/base", BASE, "equivalent", 1.0).sentence
