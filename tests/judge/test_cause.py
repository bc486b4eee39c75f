"""The rule that names a cause, on counters that are made up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from iotrial.judge.clock_shares import ClockShares
from iotrial.judge.counters import Counters
from iotrial.judge.described_arm import collecting, describe
from iotrial.judge.explain_arm import Cause, cause_of, explain
from iotrial.store.record import Calls
from judge import made

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
    ticks=1e6,
)

#: The same if system calls were only counted.
UNTRACED = replace(BASE, calls={})


def named(own: Counters, base: Counters) -> Cause:
    """The cause if every round of a run is alike."""
    return cause_of(own, base, made.steady(own, base))


def said(own: Counters, base: Counters, ratio: float, **given: Any) -> str:
    """The sentence of an arm if every round of a run is alike."""
    verdict = "slower" if ratio > 1 else "faster"
    return explain("c/x", own, "c/base", base, verdict, ratio, made.steady(own, base, **given)).sentence


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
        ("system_ns", {"wall_ns": 2e6, "system_ns": 1.7e6}),
        # a tenth is enough where it is shown to be system time, and not where it is the program's
        ("minor_faults", {"wall_ns": 2e6, "system_ns": 1.7e6, "minor_faults": 120}),
        ("system_ns", {"wall_ns": 2e6, "system_ns": 1.7e6, "minor_faults": 80}),
        ("user_ns", {"wall_ns": 2e6, "user_ns": 1.3e6, "minor_faults": 120}),
        # a counter that points the other way explains nothing
        ("system_ns", {"wall_ns": 2e6, "system_ns": 1.7e6, "call_count": 2, "minor_faults": 0}),
        # neither the program nor the kernel has most of it, but both together do
        ("cpu_ns", {"wall_ns": 2e6, "user_ns": 6.5e5, "system_ns": 1.15e6}),
        # the system looked too seldom to tell the two apart
        ("cpu_ns", {"wall_ns": 2e6, "user_ns": 1.2e6, "ticks": 10}),
        ("cpu_ns", {"wall_ns": 2e6, "user_ns": 1.2e6, "ticks": None}),
        # nobody waits for a CPU on purpose
        ("none", {"wall_ns": 2e7}),
        ("user_ns", {"wall_ns": 2e6, "user_ns": 1.2e6, "call_count": 2}),
        # nothing is invented for what is not known
        ("none", {"wall_ns": 2e6, "user_ns": None, "system_ns": None, "call_count": None, "minor_faults": None}),
    ],
)
def test_the_counter_that_explains_is_named(cause: Cause, change: dict[str, Any]) -> None:
    assert named(replace(UNTRACED, **change), UNTRACED) == cause


def test_arms_that_both_read_from_a_device_may_differ_in_how_long_they_wait_for_it() -> None:
    base = replace(UNTRACED, wall_ns=3e6, device_read_bytes=4_000_000, voluntary_switches=4)
    own = replace(base, wall_ns=5e6, voluntary_switches=2)
    assert named(own, base) == "voluntary_switches"
    assert said(own, base, 1.7).endswith("waiting for the device explains it: 4.10 ms instead of 2.10 ms")
    assert named(replace(own, device_read_bytes=0), base) != "voluntary_switches"


def test_a_call_that_walks_a_path_weighs_more_than_one_that_does_not() -> None:
    each = {"openat": Calls(count=1000), "close": Calls(count=1000)}
    own = replace(BASE, wall_ns=4e6, system_ns=3.7e6, call_count=3000, calls={**BASE.calls, **each})
    assert named(own, BASE) == "calls"
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
        "php/readfile makes 2,560 reads and 2,560 writes of 8,192 bytes and 5 other system calls, and maps no file"
    )


def test_mapped_bytes_are_told() -> None:
    calls = {
        "mmap": Calls(count=1, bytes=4096, usual_bytes=4096),
        "write": Calls(count=1, bytes=4096, usual_bytes=4096),
    }
    assert describe("c/mmap", Counters(call_count=2, calls=calls)).endswith("and maps 4,096 bytes of files")
    calls["mmap"] = Calls(count=1, bytes=1, usual_bytes=1)
    assert describe("c/mmap", Counters(call_count=2, calls=calls)).endswith("and maps 1 byte of files")


def test_without_a_trace_the_count_alone_is_told() -> None:
    assert describe("c/x", Counters(call_count=20)) == "c/x makes 20 reads and writes"
    assert describe("c/x", Counters()) == "what c/x asks of the system is not known"


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    assert describe("c/x", Counters(call_count=1)) == "c/x makes 1 read or write"
    own = replace(BASE, wall_ns=0.7e6, call_count=1, calls={"writev": Calls(count=1, bytes=1e5, usual_bytes=100_000)})
    assert said(own, BASE, 0.7).endswith(
        "1 system call instead of 1,002 explains it, above all 0 write instead of 1,000"
    )


def test_a_folder_that_is_read_twice_explains_a_difference_by_its_entries() -> None:
    once = {"getdents64": Calls(count=2, empty_count=1, bytes=32_048, usual_bytes=32_048)}
    twice = {"getdents64": Calls(count=4, empty_count=2, bytes=64_096, usual_bytes=32_048)}
    base = replace(BASE, calls=once, call_count=2)
    own = replace(base, wall_ns=1.2e6, calls=twice, call_count=4)
    assert named(own, base) == "listed_bytes"
    assert said(own, base, 1.2).endswith("64,096 bytes of folder entries read instead of 32,048 explain it")


def test_time_without_a_cpu_explains_a_difference_only_where_waiting_is_part_of_the_work() -> None:
    base = replace(UNTRACED, workers=4)
    own = replace(base, wall_ns=2e6)
    assert cause_of(own, base, made.steady(own, base)) == "none"
    assert cause_of(own, base, made.steady(own, base, may_wait=True)) == "waiting_ns"
    assert said(own, base, 2.0, may_wait=True).endswith(
        "time without a CPU explains it: 7.10 ms instead of 3.10 ms, for each worker"
    )
    alone, other = replace(own, workers=1), replace(base, workers=1)
    assert said(alone, other, 2.0, may_wait=True).endswith("time without a CPU explains it: 1.10 ms instead of 100 µs")


def test_calls_too_few_to_be_named_are_counted() -> None:
    own = Counters(call_count=2, calls={"openat": Calls(count=1), "close": Calls(count=1)})
    assert describe("c/x", own) == "c/x makes 2 system calls"


def test_an_arm_that_was_traced_is_not_held_against_one_that_was_only_counted() -> None:
    own = replace(UNTRACED, wall_ns=1.4e6, call_count=3000, system_ns=1.1e6)
    assert named(own, BASE) == "system_ns" and named(own, UNTRACED) == "calls"
    assert "instead of" not in explain("c/x", replace(own, wall_ns=1e6), "c/base", BASE, "equivalent", 1.0).sentence
    slower = replace(BASE, wall_ns=1.4e6, system_ns=1.1e6)
    assert named(slower, UNTRACED) == "system_ns"
    assert named(slower, replace(BASE, calls={"openat": Calls(count=1)})) == "calls"


def test_calls_that_were_only_counted_are_told_without_their_names() -> None:
    own = replace(UNTRACED, wall_ns=1.4e6, call_count=3000)
    assert explain("c/x", own, "c/base", UNTRACED, "slower", 1.4).sentence == (
        "c/x makes 3,000 reads and writes; it takes 1.4 times as long as c/base: "
        "3,000 system calls instead of 1,002 explain it"
    )


def test_what_is_not_known_explains_no_difference_however_small() -> None:
    base = Counters(wall_ns=1e6, voluntary_switches=0)
    own = Counters(wall_ns=1e6 + 1, voluntary_switches=1)
    assert named(own, base) == "none"
    assert named(replace(own, calls=BASE.calls), base) == "none"


def test_a_difference_of_a_nanosecond_is_explained_as_any_other() -> None:
    assert named(replace(UNTRACED, wall_ns=1e6 + 1, user_ns=2e5 + 1), UNTRACED) == "cpu_ns"


@pytest.mark.parametrize("more", [{"user_ns": 7e5}, {"system_ns": 12e5, "voluntary_switches": 1}])
def test_half_of_a_difference_is_not_most_of_it(more: dict[str, Any]) -> None:
    assert named(replace(UNTRACED, wall_ns=2e6, **more), UNTRACED) == "none"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"wall_ns": 3e6, "written_bytes": 20_000_000},
            "20,000,000 bytes copied between process and kernel instead of 100,000 explain it",
        ),
        ({"wall_ns": 1.4e6, "minor_faults": 99.5}, "99.5 page faults instead of 0 explain it"),
        ({"wall_ns": 3e6, "minor_faults": 4000.5}, "4,000 page faults instead of 0 explain it"),
        ({"wall_ns": 1.4e6, "minor_faults": 100.5}, "100 page faults instead of 0 explain it"),
        (
            {"wall_ns": 3e7, "device_read_bytes": 20_000_000},
            "20,000,000 bytes read from the device instead of 0 explain it",
        ),
        (
            {"wall_ns": 3e6, "voluntary_switches": 40},
            "waiting explains it: 40 times instead of 0, 2.10 ms in all instead of 100 µs",
        ),
        (
            {"wall_ns": 3e6, "user_ns": None},
            "neither a counter nor a clock explains it (user time unknown instead of 200 µs, system time 700 µs "
            "instead of 700 µs)",
        ),
        (
            {"wall_ns": 3e6, "user_ns": 2e6, "calls": {**BASE.calls, "openat": Calls(count=2)}, "call_count": 1003},
            "90 % of the difference is user time of the program (1.80 ms of 2.00 ms), with 1,003 system calls instead "
            "of 1,002",
        ),
        (
            {"wall_ns": 3e6, "user_ns": 2.2e6},
            "no call differs; all of the difference is user time of the program (2.00 ms)",
        ),
        (
            {"wall_ns": 3e6, "system_ns": 2.2e6},
            "no call differs; 75 % of the difference is system time (1.50 ms of 2.00 ms)",
        ),
        (
            {"wall_ns": 3e6, "user_ns": 1e6, "system_ns": 1.6e6},
            "no call differs; 85 % of the difference is CPU time of the process (1.70 ms of 2.00 ms)",
        ),
        ({"wall_ns": 1.001e6, "minor_faults": 1}, "1 page fault instead of 0 explains it"),
        (
            {"wall_ns": 3e6, "voluntary_switches": 1},
            "waiting explains it: 1 time instead of 0, 2.10 ms in all instead of 100 µs",
        ),
    ],
)
def test_a_cause_is_told_with_the_figures_of_both_arms(change: dict[str, Any], told: str) -> None:
    assert said(replace(BASE, **change), BASE, 3.0).endswith(f" as c/base: {told}")


@pytest.mark.parametrize(
    ("write", "told"),
    [
        (Calls(count=2000, bytes=1e5, usual_bytes=50), "2,000 write instead of 1,000, of 50 bytes instead of 100"),
        (Calls(count=2000, bytes=2e3, usual_bytes=1), "2,000 write instead of 1,000, of 1 byte instead of 100"),
        (Calls(count=2000, bytes=2e5, usual_bytes=100), "2,000 write instead of 1,000"),
        (Calls(count=2000), "2,000 write instead of 1,000"),  # of failed ones no size is known
    ],
)
def test_the_sizes_of_the_calls_that_explain_are_told_if_they_differ(write: Calls, told: str) -> None:
    own = replace(BASE, wall_ns=1.5e6, call_count=2002, calls={**BASE.calls, "write": write})
    assert explain("c/x", own, "c/base", BASE, "slower", 1.5).sentence.endswith(f"explain it, above all {told}")


def test_a_call_that_only_one_arm_makes_is_told_without_the_other_arms_size() -> None:
    own = replace(BASE, wall_ns=3e6, calls={"pwrite64": Calls(count=9000, bytes=9e4, usual_bytes=10)}, call_count=9000)
    assert said(own, BASE, 3.0).endswith(
        "9,000 system calls instead of 1,002 explain it, above all 9,000 pwrite64 instead of 0"
    )


def test_a_count_that_is_not_known_is_said_to_be_unknown() -> None:
    own = replace(BASE, wall_ns=1.5e6, call_count=None, calls={"write": Calls(count=2000)})
    sentence = said(own, BASE, 1.5)
    assert "explain it" in sentence and ": an unknown number of system calls instead of 1,002 " in sentence


def test_arms_that_take_as_long_may_do_so_with_other_calls() -> None:
    own = replace(BASE, call_count=1003, calls={**BASE.calls, "openat": Calls(count=2)})
    sentence = explain("c/x", own, "c/base", BASE, "equivalent", 1.0).sentence
    assert sentence.endswith("; it takes as long as c/base, with 1,003 system calls instead of 1,002")


@pytest.mark.parametrize("missing", ["own", "base", "ratio"])
def test_without_both_times_and_their_ratio_nothing_is_explained(missing: str) -> None:
    own, base = (
        replace(BASE, wall_ns=None if missing == name else wall_ns) for name, wall_ns in (("own", 2e6), ("base", 1e6))
    )
    found = explain("c/x", own, "c/base", base, "slower", None if missing == "ratio" else 2.0)
    assert found.cause is None and found.sentence.endswith("; it is not compared")


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        # one call that moves bytes is named before many that move none, and the rest is counted
        (
            {"lseek": Calls(count=5), "write": Calls(count=1, bytes=9, usual_bytes=9), "close": Calls(count=1)},
            "1 write of 9 bytes, 5 lseek calls and 1 other system call",
        ),
        # of several the most frequent first, and nothing is left to count
        (
            {
                "lseek": Calls(count=2),
                "flock": Calls(count=3),
                "write": Calls(count=1, bytes=9, usual_bytes=9),
                "pwrite64": Calls(count=4, bytes=20, usual_bytes=5),
            },
            "4 pwrite64 calls of 5 bytes, 1 write of 9 bytes, 3 flock calls and 2 lseek calls",
        ),
        # less than one call in an iteration is not counted
        ({"write": Calls(count=2, bytes=18, usual_bytes=9), "close": Calls(count=0.5)}, "2 writes of 9 bytes"),
        # not all are of the usual size
        ({"write": Calls(count=3, bytes=21, usual_bytes=9)}, "3 writes of mostly 9 bytes"),
        # reads that all found the end are reads too
        ({"read": Calls(count=3, empty_count=3, bytes=0, usual_bytes=0)}, "3 reads"),
        # a single byte is something to read
        ({"read": Calls(count=1, bytes=1, usual_bytes=1)}, "1 read of 1 byte, and maps no file"),
    ],
)
def test_the_calls_that_matter_are_told_first(calls: dict[str, Calls], told: str) -> None:
    own = Counters(call_count=sum(one.count for one in calls.values()), calls=calls)
    assert describe("c/x", own) == f"c/x makes {told}"


def test_fewer_calls_that_take_longer_are_told_by_the_kind_that_explains_it() -> None:
    own = replace(BASE, wall_ns=3e6, calls={"fdatasync": Calls(count=1), "write": Calls(count=3)}, call_count=4)
    told = "1 fdatasync instead of 0 explains it (4 system calls in all instead of 1,002)"
    assert said(own, BASE, 3.0).endswith(f" as c/base: {told}")


def test_a_sync_that_waits_for_nothing_explains_no_time_of_the_program() -> None:
    """As on a file system in memory, where a sync returns at once."""
    own = replace(BASE, wall_ns=3e6, user_ns=2.2e6, calls={**BASE.calls, "fdatasync": Calls(count=1)}, call_count=1003)
    assert cause_of(own, BASE, ClockShares(cpu_share=1.0, is_cpu=True)) == "user_ns"
    waits = replace(own, user_ns=2e5)
    assert cause_of(waits, BASE, ClockShares()) == "calls"


@pytest.mark.parametrize(
    ("collections", "gc_ns", "sentence"),
    [
        (0.034, 70_000.0, "its garbage collector stops it 0.034 times an iteration, for 70.0 µs (7 % of its time)"),
        (1.0, 250_000.0, "its garbage collector stops it once, for 250 µs (25 % of its time)"),
        (12.5, 3e6, "its garbage collector stops it 12.5 times, for 3.00 ms (100 % of its time)"),
        (3.0, 19_999.0, ""),  # 2 % of its time is the least that is said
        (3.0, None, ""),
        (0.0, 0.0, ""),
        (None, None, ""),
    ],
)
def test_a_collector_that_takes_a_part_of_the_time_is_said(
    collections: float | None, gc_ns: float | None, sentence: str
) -> None:
    own = replace(BASE, collections=collections, gc_ns=gc_ns)
    assert collecting(own) == sentence
    assert collecting(replace(own, wall_ns=None)) == ""


#: 611 reads of 8 KiB, line by line, and one read of the whole file into memory that is new: fewer calls, and less time,
#: but it is the program that takes less. The kernel takes more, for it gives the memory.
BY_LINE = Counters(
    wall_ns=4.35e6,
    user_ns=3.66e6,
    system_ns=0.717e6,
    call_count=616,
    calls={"read": Calls(count=612, empty_count=1, bytes=5e6, usual_bytes=8192), "openat": Calls(count=4)},
    read_bytes=5e6,
    written_bytes=0,
    minor_faults=0,
    ticks=176,
)
WHOLE = replace(
    BY_LINE,
    wall_ns=3.44e6,
    user_ns=1.14e6,
    system_ns=2.36e6,
    call_count=17,
    calls={
        "read": Calls(count=3, empty_count=2, bytes=5e6, usual_bytes=5_000_000),
        "mmap_anonymous": Calls(count=2, bytes=12_111_872, usual_bytes=7_102_464),
        "openat": Calls(count=12),
    },
    minor_faults=1221,
    ticks=135,
)


def test_fewer_calls_do_not_explain_what_went_away_in_the_program() -> None:
    assert named(WHOLE, BY_LINE) == "user_ns"
    assert said(WHOLE, BY_LINE, 0.77).endswith(
        ": user time of the program explains it, 1.14 ms instead of 3.66 ms, with 17 system calls instead of 616; "
        "system time goes the other way, 2.36 ms instead of 717 µs, with 1,221 page faults instead of 0"
    )
    assert named(BY_LINE, WHOLE) == "user_ns"  # nor do more calls explain what was added to it


def test_a_kernel_that_takes_less_explains_nothing_even_if_the_program_is_not_shown_to_take_it_all() -> None:
    own = replace(UNTRACED, wall_ns=2e6, user_ns=7.1e5, system_ns=7.5e5, call_count=5000, ticks=1e6)
    shares = ClockShares(cpu_share=0.56, is_cpu=True)
    assert cause_of(own, UNTRACED, shares) == "user_ns"
    assert cause_of(replace(own, user_ns=6.5e5), UNTRACED, shares) == "cpu_ns"
    assert cause_of(replace(own, user_ns=6.5e5, system_ns=9.5e5), UNTRACED, shares) == "calls"


def test_a_system_time_that_explains_it_is_told_with_a_program_that_takes_less() -> None:
    own = replace(BASE, wall_ns=2e6, user_ns=1e5, system_ns=1.8e6)
    assert said(own, BASE, 2.0).endswith(
        ": no call differs; system time explains it, 1.80 ms instead of 700 µs; "
        "user time of the program goes the other way, 100 µs instead of 200 µs"
    )


def test_a_counter_that_too_few_ticks_speak_against_may_explain_it_and_that_is_said() -> None:
    own, base = replace(WHOLE, ticks=1), replace(BY_LINE, ticks=1)
    assert named(own, base) == "calls"
    assert said(own, base, 0.77).endswith(
        "17 system calls instead of 616 may explain it, above all 1 read instead of 611, of 5,000,000 bytes instead of "
        "8,192; so short a run does not tell if that is where the time goes, or if the program itself takes it"
    )
    more = replace(own, ticks=None, calls=BASE.calls, call_count=1002)
    assert "may explain" not in said(more, replace(base, ticks=None), 0.77)  # nothing speaks against it


def test_calls_are_counted_alike_in_what_an_arm_does_and_in_what_explains_it() -> None:
    """Those that move nothing are among the others, unless they are what differs."""
    calls = {"read": Calls(count=612, empty_count=1, bytes=5e6, usual_bytes=8192)}
    base = replace(BASE, calls={"read": Calls(count=2, empty_count=1, bytes=5e6, usual_bytes=5_000_000)}, call_count=2)
    own = replace(base, wall_ns=1.3e6, system_ns=1e6, calls=calls, call_count=612)
    sentence = said(own, base, 1.3)
    assert "makes 611 reads of mostly 8,192 bytes and 1 other" in sentence
    assert sentence.endswith("above all 611 read instead of 1, of 8,192 bytes instead of 5,000,000")
    polls = replace(base, wall_ns=1.3e6, system_ns=1e6, call_count=1602)
    polls = replace(polls, calls={"read": Calls(count=1602, empty_count=1601, bytes=5e6, usual_bytes=5_000_000)})
    assert said(polls, base, 1.3).endswith("above all 1,602 read instead of 2, with those that move nothing")


def test_memory_that_is_mapped_is_no_file() -> None:
    assert describe("c/x", WHOLE) == (
        "c/x makes 1 read of 5,000,000 bytes, 12 openat calls, 2 anonymous mmap calls of 12,111,872 bytes in all and 2 "
        "other system calls, and maps no file"
    )
