"""What `explain` and a picture of single samples take from a run: every counter, and whole blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.counters import Counters
from iotrial.judge.explain_arm import cause_of, explain
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judging import Judging
from iotrial.judge.picture_samples import PictureSamples, draw
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, Calls, Evidence, LevelRecord, Observation
from judge import made

CALLS = {"read": Calls(count=10, usual_bytes=100), "mmap": Calls(count=2)}


def traced(name: str, **given: Any) -> Arm:
    evidence = Evidence(
        source="strace",
        calls=CALLS,
        varies=True,
        read_bytes=1000,
        written_bytes=2000,
        device_read_bytes=30,
        device_written_bytes=40,
    )
    return made.arm(name, **{"evidence": evidence, "work": 10, **given})


def stored(root: Path, *levels: LevelRecord, **given: Any) -> StoredRun:
    def count(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ones = columns["counted"]
        names = ("minor_faults", "major_faults", "voluntary_switches", "involuntary_switches")
        counted = {name: ones * factor for factor, name in enumerate(names, 3)}
        return {**columns, **counted, "device_read_bytes": ones * 70}

    return made.opened(root, made.run(levels), noise=0, **{"change": count, **given})


def test_an_arm_is_explained_by_all_its_counters_for_an_iteration_and_for_a_unit_of_work(tmp_path: Path) -> None:
    levels = [made.level({"n": 1}, "php/a", [traced("php/b")]), made.level({"n": 2}, "php/a", [])]
    found = explain_run(Judging(stored(tmp_path, *levels, ratios={"php/b": 2.0})))
    assert found.model_dump(exclude={"arms", "format"}) == {
        "run": "20261121-143055-k3x9",
        "study": "readfile",
        "question": "Does readfile() cost more than a loop?",
        "job": "deliver",
        "work_unit": "bytes",
    }
    assert [(one.arm, one.level) for one in found.arms] == [
        ("php/a", {"n": 1}),
        ("php/b", {"n": 1}),
        ("php/a", {"n": 2}),
    ]
    row = found.arms[1]
    iteration = {
        "read": 10,
        "mmap": 2,
        "user_ns": 1_000_000,
        "system_ns": 2_000_000,
        "call_count": 12,
        "read_bytes": 1000,
        "written_bytes": 2000,
        "device_read_bytes": 30,
        "device_written_bytes": 40,
        "minor_faults": 3,
        "major_faults": 4,
        "voluntary_switches": 5,
        "involuntary_switches": 6,
    }
    assert row.iteration == pytest.approx(iteration)
    assert row.counters == pytest.approx({name: value / 10 for name, value in iteration.items()})
    assert row.model_dump(exclude={"iteration", "counters", "cause", "sentence"}) == {
        "arm": "php/b",
        "level": {"n": 1},
        "status": "measured",
        "baseline": "php/a",
        "verdict": "slower",
        "ratio": pytest.approx(2),
        "work": 10,
        "usual_bytes": {"read": 100},
        "source": "strace",
        "reason": None,
        "varies": True,
        "share": pytest.approx(0.75),
        "functions": [],
        "profile": None,
    }
    assert row.cause == "cpu_ns"  # a run of a second has too few ticks to tell the program from the kernel
    told = "75 % of the difference is CPU time of the process (1.50 ms of 2.00 ms)"
    assert row.sentence == (f"php/b makes 10 reads and 2 other system calls; it takes 2 times as long as php/a: {told}")
    only = explain_run(Judging(stored(tmp_path / "only", *levels)), arms=["php/b"])
    assert [one.arm for one in only.arms] == ["php/b"]


def test_where_calls_were_not_traced_reads_and_writes_are_counted_and_samples_tell_the_rest(tmp_path: Path) -> None:
    counted = Evidence(source="proc", reason="no strace", read_calls=5, write_calls=2)
    half = Evidence(source="proc", reason="no strace", read_calls=5)
    arms = [
        traced("php/b", evidence=counted, work=0),
        traced("php/c", evidence=half),
        traced("php/d", evidence=Evidence()),
    ]
    rows = {one.arm: one for one in explain_run(Judging(stored(tmp_path, made.level({"n": 1}, "php/a", arms)))).arms}
    assert rows["php/b"].iteration["call_count"] == 7 and rows["php/b"].counters == {}
    assert (rows["php/b"].source, rows["php/b"].reason) == ("proc", "no strace")
    assert "device_read_bytes" not in rows["php/b"].iteration and "call_count" not in rows["php/c"].iteration
    assert rows["php/d"].iteration["device_read_bytes"] == 70


def test_an_arm_that_is_not_compared_says_why(tmp_path: Path) -> None:
    arms = [
        made.arm("php/b", status="failed", reason="it died"),
        made.arm("php/c", status="skipped", reason="no php"),
        made.arm("php/d", outcome=Observation(code="short", text="it is short")),
        traced("php/e", status="disqualified", reason="wrong"),
    ]
    level = made.level({"n": 1}, "php/a", arms)
    level = level.model_copy(update={"arms": [traced("php/a", role="baseline"), *level.arms[1:]]})
    rows = {one.arm: (one.cause, one.sentence) for one in explain_run(Judging(stored(tmp_path, level))).arms}
    assert rows["php/b"] == (None, "php/b failed: it died")
    assert rows["php/c"] == (None, "php/c skipped: no php")
    assert rows["php/d"] == (None, "php/d, looked at and not timed: it is short")
    assert rows["php/e"][0] is None and rows["php/e"][1].endswith("; it is not compared")
    assert rows["php/a"] == (None, "php/a makes 10 reads and 2 other system calls")


def test_time_of_the_process_itself_and_time_that_nothing_explains_are_told_with_their_figures() -> None:
    same: dict[str, Any] = {"call_count": 1, "calls": {"read": Calls(count=1)}, "ticks": 1e5}
    base = Counters(wall_ns=1e6, user_ns=2e5, system_ns=8e5, **same)
    busy = Counters(wall_ns=2e6, user_ns=11e5, system_ns=8e5, **same)
    idle = Counters(wall_ns=2e6, user_ns=2e5, system_ns=9e5, **same)
    own = explain("php/b", busy, "php/a", base, "slower", 2.0, made.steady(busy, base))
    assert own.cause == "user_ns" and own.share == pytest.approx(0.9) and own.functions == ()
    told = "90 % of the difference is user time of the program (900 µs of 1.00 ms)"
    assert own.sentence.endswith(f": no call differs; {told}")
    untraced = Counters(wall_ns=1e6, user_ns=2e5, system_ns=8e5, ticks=1e5)
    alone = explain("php/b", busy, "php/a", untraced, "slower", 2.0, made.steady(busy, untraced))
    assert alone.sentence.endswith(f"as php/a: {told}")
    none = explain("php/b", idle, "php/a", base, "slower", 2.0, made.steady(idle, base))
    assert none.cause == "none" and none.share is None
    told = "user time 200 µs instead of 200 µs, system time 900 µs instead of 800 µs"
    assert none.sentence.endswith(f": neither a counter nor a clock explains it ({told})")


def test_all_samples_are_drawn_as_ratios_if_they_are_few(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", ["php/b"], blocks=2)
    found = draw(stored(tmp_path, level, ratios={"php/b": 2.0}, sweeps=3), 0, most=18)
    rounds = [0, 0, 1, 1, 2, 2]
    assert (found.samples, found.drawn) == (18, 18)
    assert {name: places for name, (places, _) in found.arms.items()} == dict.fromkeys(
        ("php/a", "placebo", "php/b"), rounds
    )
    assert {name: set(np.round(ratios, 6)) for name, (_, ratios) in found.arms.items()} == {
        "php/a": {1.0},
        "placebo": {1.0},
        "php/b": {2.0},
    }


def test_of_many_samples_whole_blocks_are_drawn_the_same_ones_each_time(tmp_path: Path) -> None:
    levels = [made.level({"n": n}, "php/a", ["php/b"]) for n in (1, 2)]
    run = stored(tmp_path, *levels, ratios={"php/b": 2.0})
    found = draw(run, 0, most=32)
    assert (found.samples, found.drawn) == (180, 30)
    places = [rounds for rounds, _ in found.arms.values()]
    assert places[0] == places[1] == places[2] == sorted(places[0]) and len(places[0]) == 10
    assert draw(run, 0, most=32) == found
    assert draw(run, 1, most=32).arms["php/a"][0] != places[0]
    assert draw(run, 0, most=1).drawn == 3  # a block at least


def test_samples_that_are_missing_are_not_drawn(tmp_path: Path) -> None:
    def fail(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        failed = (columns["arm"] == 2) & (sweep > 0)
        return {**columns, "status": ["failed" if one else "ok" for one in failed]}

    level = made.level({"n": 1}, "php/a", ["php/b"], blocks=2)
    found = draw(stored(tmp_path, level, sweeps=3, change=fail), 0, most=100)
    assert (found.samples, found.drawn) == (14, 14)
    assert [len(rounds) for rounds, _ in found.arms.values()] == [6, 6, 2]


def test_a_block_counts_if_it_has_a_sample_of_the_baseline(tmp_path: Path) -> None:
    def fail(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        gone = {(0, 0, 0), (1, 1, 1), (2, 0, 1)}  # sweep, block and arm
        blocks = zip(columns["block"].tolist(), columns["arm"].tolist(), strict=True)
        return {**columns, "status": ["failed" if (sweep, *one) in gone else "ok" for one in blocks]}

    level = made.level({"n": 1}, "php/a", ["php/b"], blocks=2)
    found = draw(stored(tmp_path, level, sweeps=3, change=fail), 0, most=100)
    assert {name: rounds for name, (rounds, _) in found.arms.items()} == {
        "php/a": [0, 1, 1, 2, 2],
        "placebo": [0, 1, 2],
        "php/b": [0, 1, 1, 2, 2],
    }
    assert (found.samples, found.drawn) == (13, 13)


def test_no_block_is_drawn_twice(tmp_path: Path) -> None:
    run = stored(tmp_path, made.level({"n": 1}, "php/a", ["php/b"], blocks=1))
    rounds, _ = draw(run, 0, most=33).arms["php/b"]
    assert len(rounds) == len(set(rounds)) == 11


def test_without_a_baseline_nothing_is_drawn(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", ["php/b"])
    assert draw(stored(tmp_path / "none", level, sweeps=0), 0, most=9) == PictureSamples(0, 0, {})
    failed = level.model_copy(update={"arms": [level.arms[0].model_copy(update={"status": "failed"}), *level.arms[1:]]})
    assert draw(stored(tmp_path / "failed", failed), 0, most=9) == PictureSamples(0, 0, {})


def counted(wall_ns: float, **given: Any) -> Counters:
    """Counters of an arm that makes no calls, all else known."""
    every = {"user_ns": 0.0, "system_ns": 0.0, "minor_faults": 0, "voluntary_switches": 0, "device_read_bytes": 0}
    return Counters(wall_ns=wall_ns, **{**every, **given})


@pytest.mark.parametrize(("faults", "cause"), [(200, "minor_faults"), (199, "none"), (101, "none")])
@pytest.mark.parametrize("faster", [False, True])
def test_a_counter_explains_a_difference_from_a_fifth_of_it_on(faults: int, cause: str, faster: bool) -> None:
    # A fault usually costs 1 µs, and the arms are 1 ms apart.
    quick, slow = counted(1e6, user_ns=1e6), counted(2e6, minor_faults=faults, user_ns=1e6)
    own, base = (quick, slow) if faster else (slow, quick)
    assert cause_of(own, base, made.steady(own, base)) == cause


@pytest.mark.parametrize(("waits", "cause"), [(1, "voluntary_switches"), (0, "none")])
def test_one_more_wait_explains_a_difference_that_is_mostly_waiting(waits: int, cause: str) -> None:
    own, base = counted(2e6, voluntary_switches=waits), counted(1e6)
    assert cause_of(own, base, made.steady(own, base)) == cause


def test_the_call_that_saves_the_most_is_named_where_an_arm_is_faster() -> None:
    own = counted(1e6, call_count=15, calls={"write": Calls(count=10), "read": Calls(count=5)})
    base = counted(2e6, call_count=1001, calls={"write": Calls(count=1000), "read": Calls(count=1)})
    found = explain("php/b", own, "php/a", base, "faster", 0.5)
    assert found.cause == "calls"
    told = "15 system calls instead of 1,001 explain it, above all 10 write instead of 1,000"
    assert found.sentence.endswith(f"it takes 0.5 times as long as php/a: {told}")
    slower = explain("php/a", base, "php/b", own, "slower", 2.0)
    assert slower.sentence.endswith("explain it, above all 1,000 write instead of 10")


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("equivalent", "it takes as long as php/a, with the same calls"),
        ("undecided", "whether it takes as long as php/a is undecided, so there is nothing to explain"),
        ("invalid", "it is not compared"),
        (None, "it is not compared"),
        ("slower", "it is not compared"),  # a time is missing
    ],
)
def test_where_there_is_nothing_to_explain_that_is_said(verdict: str | None, told: str) -> None:
    base = counted(1e6, call_count=1, calls={"read": Calls(count=1)})
    own = base if verdict != "slower" else Counters(call_count=1, calls={"read": Calls(count=1)})
    found = explain("php/b", own, "php/a", base, verdict, 1.0)
    assert (found.cause, found.sentence) == (None, f"php/b makes 1 system call; {told}")
    untraced = explain("php/b", counted(1e6), "php/a", base, "equivalent", 1.0)
    assert untraced.sentence.endswith("; it takes as long as php/a")


def test_collections_of_garbage_are_counters_and_end_the_sentence_of_an_arm(
    tmp_path: Path,
) -> None:
    collecting = Evidence(source="strace", calls=CALLS, collections=0.5, gc_ns=900_000.0)
    level = made.level({"n": 1}, "java/a", [made.arm("java/b", evidence=collecting), traced("java/c")])
    _, own, other = explain_run(Judging(stored(tmp_path, level, ratios={"java/b": 2.0}))).arms
    assert (own.iteration["collections"], own.iteration["gc_ns"]) == (0.5, 900_000)
    ending = "; its garbage collector stops it 0.5 times an iteration, for 900 µs ("
    assert ending in own.sentence
    assert "garbage" not in other.sentence and "gc_ns" not in other.iteration
