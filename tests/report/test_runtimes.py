"""The runtimes of a run, each once, with what a process of them takes to start."""

from __future__ import annotations

from typing import Any

from iotrial.report.run_facts import runtimes, runtimes_and_starts
from iotrial.store.record import Arm, Run
from judge import made


def run_of(*arms: tuple[str | None, int | None]) -> Run:
    given: list[Any] = [
        made.arm(f"php/{number}", runtime=runtime, start_cpu_ns=ns) for number, (runtime, ns) in enumerate(arms)
    ]
    assert all(isinstance(one, Arm) for one in given)
    return made.run([made.level({"n": 1}, "php/a", [], arms=given)])


def test_each_runtime_is_named_once_and_the_quickest_start_of_its_arms_counts() -> None:
    run = run_of(("Java 17", 61_000_000), ("Go 1.26", 2_000_000), ("Java 17", 59_400_000), (None, 7), ("Java 17", None))
    assert runtimes(run) == ["Java 17", "Go 1.26"]
    assert runtimes_and_starts(run) == [
        "Java 17 (starts in 59.4 ms of CPU time)",
        "Go 1.26 (starts in 2.00 ms of CPU time)",
    ]


def test_a_run_that_does_not_know_of_starts_names_the_runtimes_alone() -> None:
    assert runtimes_and_starts(run_of(("PHP 8.2", None), ("PHP 8.2", None))) == ["PHP 8.2"]
