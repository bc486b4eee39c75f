"""System calls of an iteration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from claims.judged import claim, row, told, verdicts
from iotrial.store.record import Arm, Calls, Evidence
from judge import made


def test_system_calls_are_counted_without_the_read_that_finds_the_end(tmp_path: Path) -> None:
    calls = {"read": Calls(count=2561, empty_count=1), "write": Calls(count=2560)}
    arms: list[str | Arm] = [made.arm("php/b", evidence=Evidence(source="strace", calls=calls)), "php/c"]
    level = made.level({"records": 10}, "php/a", arms)
    right, wrong, unseen = verdicts(
        tmp_path,
        claim("calls", "php/b", calls={"read": 2560, "write": 2560, "mmap": 0}),
        claim("calls", "php/b", calls={"mmap": 1}),
        claim("calls", "php/c", calls={"read": 1}),
        levels=[level],
    )
    assert (right.verdict, right.said) == ("confirmed", "2,560 read, 2,560 write, 0 mmap")
    assert (wrong.verdict, wrong.said) == ("holds nowhere tested", "0 mmap")
    assert (unseen.verdict, unseen.reason) == ("not run", "system calls of php/c were not traced: unknown")
    failed = made.arm("php/b", status="failed", evidence=Evidence(source="strace", calls=calls))
    (row,) = verdicts(
        tmp_path / "failed",
        claim("calls", "php/b", calls={"read": 2560}),
        levels=[made.level({"records": 10}, "php/a", [failed])],
    )
    assert (row.verdict, row.reason) == ("not run", "php/b is failed")
    assert row.missing_levels == ("records=10",)
    wrong_work = made.arm(
        "php/b", status="disqualified", reason="no names", evidence=Evidence(source="strace", calls=calls)
    )
    (row,) = verdicts(  # the calls of an arm that does its job wrongly are how it does it
        tmp_path / "disqualified",
        claim("calls", "php/b", calls={"read": 2560}),
        levels=[made.level({"records": 10}, "php/a", [wrong_work])],
    )
    assert (row.verdict, row.said) == ("confirmed", "2,560 read")
    (row,) = verdicts(tmp_path / "absent", claim("calls", "php/x", calls={"read": 2560}), levels=[level])
    assert (row.verdict, row.reason, row.missing_levels) == ("not run", "php/x is not in the run", ())


def test_system_calls_are_told_once_for_arms_that_make_the_same(tmp_path: Path) -> None:
    def traced(name: str, **counts: int) -> Arm:
        calls = {call: Calls(count=count) for call, count in counts.items()}
        return made.arm(name, evidence=Evidence(source="strace", calls=calls))

    unseen = made.arm("php/e", evidence=Evidence(source=None, reason="no strace here"))
    arms = [traced("php/b", read=1000), traced("php/c", read=1000), traced("php/d", read=7), unseen]
    levels = [made.level({"records": 1}, "php/a", arms)]

    def said(*names: str) -> tuple[Any, ...]:
        of_claim = {"calls": {"read": 1000, "mmap": 0}}
        return told(row(tmp_path / "-".join(names), "calls", *names, of_claim=of_claim, levels=levels))

    assert said("php/b", "php/c") == ("confirmed", None, "1,000 read, 0 mmap", None)
    assert said("php/d", "php/b") == ("holds nowhere tested", None, "7 read, 0 mmap; 1,000 read, 0 mmap", None)
    assert said("php/b", "php/e") == ("not run", None, None, "system calls of php/e were not traced: no strace here")
