"""Sessions of one question: their intervals' hull decides, counts must agree, and texts must be the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.ask.study import Level, Study
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds.calls import SystemCalls
from iotrial.claims.kinds.equal import Equal
from iotrial.claims.kinds.growth import Growth
from iotrial.claims.kinds.slower import Slower
from iotrial.claims.sessions import Sessions, asks_the_same, on_one_machine, sessions_of
from iotrial.judge.judging import Judging
from iotrial.store.read import StoredRun
from iotrial.store.record import Calls, Evidence, Run, VariantRecord
from judge import made


def sessions(root: Path, *ratios: float, **given: Any) -> list[StoredRun]:
    """Store a session for each of these ratios of b over a, oldest first."""
    found: list[StoredRun] = []
    for hour, ratio in enumerate(ratios):
        level = made.level({"records": 10}, "php/a", ["php/b"])
        run = made.run([level], run=f"20261121-{hour:02d}3055-k3x9")
        found.append(made.opened(root, run, {"php/b": ratio}, **given))
    return found


@pytest.mark.parametrize(
    ("ratios", "verdict", "rests_on", "settled", "apart"),
    [
        ((2.0,), "confirmed", 1, False, None),
        ((2.0, 3.0), "confirmed", 2, True, "2 [2, 2] and 3 [3, 3]"),
        ((2.0, 2.0, 2.0), "confirmed", 3, True, None),
        ((0.5, 2.0, 2.0), "open", 3, False, "0.5 [0.5, 0.5] and 2 [2, 2]"),  # an old one counts as much as a new one
        ((2.0, 2.0, 0.5), "open", 3, False, "2 [2, 2] and 0.5 [0.5, 0.5]"),
        ((1.0, 2.0), "open", 2, False, "1 [1, 1] and 2 [2, 2]"),
    ],
)
def test_the_hull_of_all_sessions_decides_and_those_that_do_not_overlap_are_told(
    tmp_path: Path, ratios: tuple[float, ...], verdict: str, rests_on: int, settled: bool, apart: str | None
) -> None:
    slower = Slower(key="1", says="It is so.", arms=("php/b", "php/a"))
    (row,) = judge_claims([*map(Judging, sessions(tmp_path, *ratios, noise=0))], [slower])
    assert (row.verdict, row.sessions, row.settled) == (verdict, rests_on, settled)
    assert (row.low, row.high) == pytest.approx((min(ratios), max(ratios)))
    assert row.measured == pytest.approx(sorted(ratios)[len(ratios) // 2] if len(ratios) % 2 else sum(ratios) / 2)
    assert row.sessions_apart == apart
    assert row.run == f"20261121-{len(ratios) - 1:02d}3055-k3x9"


def test_sessions_are_of_one_machine_the_last_one(tmp_path: Path) -> None:
    here = {"architecture": "x86_64", "processor": "AMD EPYC", "cpus": 2, "memory_bytes": 16 << 30, "key": "a"}
    a_little_less = {**here, "memory_bytes": (16 << 30) - 12345, "key": "b"}
    others = [{**here, "cpus": 8}, {**here, "memory_bytes": 8 << 30}, {**here, "processor": "Xeon"}, {}]
    level = made.level({"records": 10}, "php/a", ["php/b"])
    folders = [
        made.store(tmp_path, made.run([level], run=f"20261121-{hour:02d}3055-k3x9", machine=machine), {"php/b": 2.0})
        for hour, machine in enumerate([here, *others, a_little_less])
    ]
    assert on_one_machine(folders) == (folders[0], folders[-1])
    assert on_one_machine(folders[:-1]) == (folders[-2],)


def test_sessions_that_overlap_are_as_wide_as_their_hull(tmp_path: Path) -> None:
    slower = Slower(key="1", says="It is so.", arms=("php/b", "php/a"))
    one, other = sessions(tmp_path, 1.5, 1.501, noise=0.02)
    alone = [judge_claims([Judging(run)], [slower])[0] for run in (one, other)]
    (both,) = judge_claims([Judging(one), Judging(other)], [slower])
    assert both.low == min(row.low or 0.0 for row in alone) and both.high == max(row.high or 0.0 for row in alone)
    assert (both.sessions, both.sessions_apart, both.verdict) == (2, None, "confirmed")


def test_a_session_of_too_few_rounds_or_without_the_level_adds_nothing(tmp_path: Path) -> None:
    slower = Slower(key="1", says="It is so.", arms=("php/b", "php/a"))
    (few,) = sessions(tmp_path / "few", 9.0, sweeps=3)
    (last,) = sessions(tmp_path / "last", 2.0)
    (row,) = judge_claims([Judging(few), Judging(last)], [slower])
    assert (row.verdict, row.sessions, row.settled) == ("confirmed", 1, False)
    (row,) = judge_claims([Judging(last), Judging(few)], [slower])  # the last one has to say something itself
    assert (row.verdict, row.sessions, row.reason) == ("open", 1, "too few rounds for an interval")
    absent = made.run([made.level({"records": 99}, "php/a", ["php/b"])], run="20261121-033055-k3x9")
    failed = made.run(
        [made.level({"records": 10}, "php/a", [made.arm("php/b", status="failed")])], run="20261121-043055-k3x9"
    )
    for other in (absent, failed):
        (row,) = judge_claims([Judging(made.opened(tmp_path, other, {"php/b": 9.0})), Judging(last)], [slower])
        assert (row.verdict, row.sessions, row.settled, row.sessions_apart) == ("confirmed", 1, False, None)


def counting(root: Path, *counts: int | None) -> list[StoredRun]:
    """Store a session for each number of reads that php/b makes; None if nobody counted them."""
    found: list[StoredRun] = []
    for hour, count in enumerate(counts):
        calls = {} if count is None else {"read": Calls(count=count)}
        evidence = Evidence(source=None if count is None else "strace", calls=calls)
        level = made.level({"records": 10}, "php/a", [made.arm("php/b", evidence=evidence)])
        found.append(made.opened(root, made.run([level], run=f"20261121-{hour:02d}3055-k3x9")))
    return found


@pytest.mark.parametrize(
    ("counts", "verdict", "rests_on", "settled"),
    [
        ((7,), "confirmed", 1, False),
        ((7, 7), "confirmed", 2, True),
        ((None, 7, 7), "confirmed", 2, True),
        ((8, 9), "holds nowhere tested", 2, True),
        ((7, None), "not run", 1, False),
        ((8, 7), "open", 1, False),
        ((7, 7, 8), "open", 1, False),
    ],
)
def test_counts_are_judged_in_each_session_and_open_if_these_differ(
    tmp_path: Path, counts: tuple[int | None, ...], verdict: str, rests_on: int, settled: bool
) -> None:
    calls = SystemCalls(key="1", says="It is so.", arms=("php/b",), calls={"read": 7})
    (row,) = judge_claims([*map(Judging, counting(tmp_path, *counts))], [calls])
    assert (row.verdict, row.sessions, row.settled) == (verdict, rests_on, settled)
    if counts == (8, 7):
        assert row.reason == "sessions differ: not so (8 read), then as said (7 read)"


def asked(sizes: tuple[int, ...] = (10, 20), other: str = "php/b", runtime: str | None = None, **given: Any) -> Run:
    """A run of a study of two arms at some sizes; `other` may have been run by a runtime that was named."""
    variant = VariantRecord(of=other, runtime_path=runtime)
    levels = [
        made.level({"records": size, "sink": "pipe"}, "php/a", [made.arm(other, variant=variant)]) for size in sizes
    ]
    return made.run(levels, **given)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (asked(), True),
        (asked((20, 10)), True),
        (asked(runtime="/opt/php"), False),
        (asked((10,)), False),
        (asked((10, 30)), False),
        (asked(other="php/c"), False),
        (asked(study="logs"), False),
        (asked(quick=False), False),
        (asked(margin=0.02), False),
        (asked(complete=False), False),
    ],
)
def test_a_session_of_the_same_question_has_the_same_levels_arms_and_rules(
    tmp_path: Path, other: Run, is_same: bool
) -> None:
    assert asks_the_same(other, asked()) is is_same
    study = Study(
        name="readfile",
        question="?",
        job="deliver",
        baseline="php/a",
        levels=tuple(Level({"sink": "pipe", "records": size}, ("php/b", "php/a")) for size in (20, 10)),
        text="",
        source="readfile.toml",
        quick=True,
    )
    folder = made.store(tmp_path, other)
    assert sessions_of(study, tmp_path, {}) == Sessions((folder,) if is_same else (), 0, ())


def test_a_run_of_a_method_whose_text_was_another_is_no_session_of_the_same_question() -> None:
    def measured(text: str) -> Run:
        level = made.level({"records": 10}, "php/a", [made.arm("php/b", method_sha256=f"sha of {text}")])
        return made.run([level], texts={f"sha of {text}": text})

    assert asks_the_same(measured("one"), measured("one"))
    assert not asks_the_same(measured("one"), measured("other"))


def test_a_runtime_that_was_named_is_the_same_question_as_itself_only() -> None:
    named = asked(runtime="/opt/php")
    assert asks_the_same(asked(runtime="/opt/php"), named)
    assert not asks_the_same(asked(runtime="/usr/bin/php"), named)


def test_what_keeps_two_arms_from_being_equal_in_one_session_does_so_in_all(tmp_path: Path) -> None:
    def session(hour: int, shift: int) -> StoredRun:
        level = made.level({"records": 10}, "php/a", [made.arm("php/b", shift=shift)])
        return made.opened(tmp_path, made.run([level], run=f"20261121-{hour:02d}3055-k3x9"))

    equal = Equal(key="1", says="", arms=("php/a", "php/b"), of="time")
    alike, unlike, last = session(1, 0), session(2, 1), session(3, 0)
    (row,) = judge_claims([Judging(alike), Judging(last)], [equal])
    assert (row.verdict, row.settled) == ("confirmed", True)
    (row,) = judge_claims([Judging(unlike), Judging(last)], [equal])
    assert (row.verdict, row.settled) == ("open", False)
    assert row.reason == "php/a and php/b were measured with unlike numbers of iterations"


def test_a_line_of_one_session_is_set_beside_that_of_the_same_arm_in_another(tmp_path: Path) -> None:
    def session(hour: int, wrong: str) -> StoredRun:
        levels = []
        for size in (1, 10, 100):
            arms = [made.arm("php/a", role=role, work=size) for role in made.ROLES_OF_1]
            arms += [
                made.arm(name, work=size, status="disqualified" if name == wrong else "measured", reason="no names")
                for name in ("php/b", "php/c")
            ]
            levels.append(made.level({"entries": size}, "php/a", [], arms=arms))

        def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
            sizes = np.array([1, 10, 100])[columns["level"]]
            bent = np.where((columns["arm"] == 3) & (columns["level"] == 1), 5, 1)  # php/c is no line
            return {**columns, "wall_ns": columns["wall_ns"] * sizes * bent}

        run = made.run(levels, run=f"20261121-{hour:02d}3055-k3x9")
        return made.opened(tmp_path, run, change=grow, sweeps=16)

    flat = Growth(key="1", says="", arms=("php/b", "php/c"), of="time", shape="flat")
    (row,) = judge_claims([Judging(session(1, wrong="php/b")), Judging(session(2, wrong="php/c"))], [flat])
    assert (row.verdict, row.sessions, row.settled) == ("holds nowhere tested", 1, False)  # of unlike arms
