"""Kinds of claim that compare other things than times of one level, judged by a stored run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import made
from claims.test_evaluate import claim, verdicts
from iotrial.store.record import Arm, LockWait, Memory, Records

MIB = 1 << 20


def together(*others: str | Arm, writers: int = 2) -> list[Any]:
    """A level of several writers."""
    return [made.level({"writers": writers}, "php/a", others, window_ns=250_000_000, workers=writers)]


def saying(**by_arm: dict[int, int]) -> Any:
    """A change that gives samples figures beside their time, by the arm's number; 100 if nothing is given."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        arms = columns["arm"]
        given = {
            name: np.select([arms == arm for arm in values], list(values.values()), default=100_000)
            for name, values in by_arm.items()
        }
        return {**columns, **given}

    return change


@pytest.mark.parametrize(
    ("own", "verdict"),
    [(150_000, "holds"), (60_000, "opposite here"), (100_000, "equal here"), (101_000, "undecided")],
)
def test_who_shares_more_evenly_is_told_by_jains_index(tmp_path: Path, own: int, verdict: str) -> None:
    (row,) = verdicts(
        tmp_path, claim("fairer", "php/b", "php/c"), levels=together("php/b", "php/c"), change=saying(jain_ppm={2: own})
    )
    if own != 101_000:  # no noise: an interval of no width lies within the margin or beyond it
        assert row.verdict == verdict
    assert row.measured == pytest.approx(own / 100_000) and "fairness" in row.reason


def test_writers_of_unlike_measurement_are_never_said_to_share_alike(tmp_path: Path) -> None:
    told = claim("fairer", "php/b", "php/c")
    shifted = together("php/b", made.arm("php/c", shift=-1, iterations=2))
    (row,) = verdicts(tmp_path, told, levels=shifted, change=saying(jain_ppm={2: 100_000}))
    reason = "php/b and php/c were measured with unlike numbers of iterations"
    assert (row.verdict, row.measured, row.reason) == ("undecided", 1.0, reason)


def test_fairness_is_of_several_writers_alone(tmp_path: Path) -> None:
    (row,) = verdicts(tmp_path, claim("fairer", "php/b", "php/c"))
    assert row.verdict == "not run" and "several workers" in row.reason


def test_rounds_that_differ_do_not_decide_who_is_fairer(tmp_path: Path) -> None:
    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        more = 0.8 if sweep % 2 else 1.2
        return {**columns, "jain_ppm": np.where(columns["arm"] == 2, more * 5e5, 5e5).astype(np.int64)}

    (row,) = verdicts(tmp_path, claim("fairer", "php/b", "php/c"), levels=together("php/b", "php/c"), change=change)
    assert row.verdict == "undecided"


def test_the_longest_wait_and_cpu_time_are_compared_as_times_are(tmp_path: Path) -> None:
    rows = verdicts(
        tmp_path,
        claim("ratio", "php/b", "php/a", of="longest wait", band=(10, 1000)),
        claim("order", "php/a", "php/b", of="longest wait"),
        claim("ratio", "php/b", "php/a", of="cpu time", band=(1.9, 2.1)),
        claim("equal", "php/c", "php/a", of="cpu time"),
        claim("order", "php/a", "php/b"),
        levels=together("php/b", "php/c"),
        change=saying(stall_ns={2: 5_000_000}),
        ratios={"php/b": 2.0},
    )
    assert [row.verdict for row in rows] == ["holds"] * 5
    assert rows[0].measured == pytest.approx(50)


@pytest.mark.parametrize(
    ("kind", "arms", "verdicts_of"),
    [
        ("equal", ("php/a", "php/b"), ("not so here", "holds")),
        ("no_faster", ("php/a", "php/b"), ("opposite here", "holds")),
        ("order", ("php/a", "php/b"), ("holds", "equal here")),
        ("last", ("php/b", "php/a"), ("holds", "equal here")),
    ],
)
def test_arms_that_take_as_long_may_differ_in_their_cpu_time(
    tmp_path: Path, kind: str, arms: tuple[str, str], verdicts_of: tuple[str, str]
) -> None:
    def busy(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "user_ns": columns["user_ns"] * np.where(columns["arm"] == 2, 4, 1)}

    rows = verdicts(tmp_path, *(claim(kind, *arms, of=of) for of in ("cpu time", "time")), change=busy, noise=0)
    assert tuple(row.verdict for row in rows) == verdicts_of


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(1.5, "holds"), (1.0, "holds"), (0.9, "opposite here"), (0.99, "undecided"), (1.01, "holds")]
)
def test_what_is_no_faster_is_slower_or_equal(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("no_faster", "php/b", "php/a"), ratios={"php/b": ratio})
    assert row.verdict == verdict and row.measured == pytest.approx(ratio, rel=0.01)


def test_arms_of_unlike_measurement_are_never_said_to_be_no_faster_by_being_equal(tmp_path: Path) -> None:
    levels = [made.level({"records": 10}, "php/a", [made.arm("php/b", shift=-1, iterations=2)])]
    for ratio, verdict in ((1.0, "undecided"), (1.5, "holds")):
        (row,) = verdicts(
            tmp_path / f"{ratio}", claim("no_faster", "php/b", "php/a"), levels=levels, ratios={"php/b": ratio}
        )
        assert row.verdict == verdict


def memories(**given: int) -> Memory:
    return Memory(peak_bytes=18 * MIB, **given)


def test_counted_figures_differ_or_lie_in_a_band(tmp_path: Path) -> None:
    arms: list[str | Arm] = [
        made.arm("php/b", memory=memories(runtime_peak_bytes=796_896, runtime_peak_real_bytes=2 * MIB)),
        made.arm("php/c", memory=memories(runtime_peak_bytes=777_176, runtime_peak_real_bytes=32 * MIB)),
        made.arm("php/d", memory=memories()),
    ]
    rows = verdicts(
        tmp_path,
        claim("differ", "php/b", "php/c", of="runtime memory", within=0.01),
        claim("differ", "php/b", "php/c", of="runtime memory", within=0.05),
        claim("ratio", "php/c", "php/b", of="runtime memory taken", band=(10, 20)),
        claim("ratio", "php/c", "php/b", of="runtime memory taken", band=(0.9, 1.1)),
        claim("ratio", "php/c", "php/d", of="runtime memory taken", band=(0.9, 1.1)),
        levels=[made.level({"records": 10}, "php/a", arms)],
    )
    assert [row.verdict for row in rows] == ["holds", "not so here", "holds", "not so here", "not run"]
    assert rows[2].said == "33,554,432 over 2,097,152 bytes" and rows[2].measured == 16


def test_waiting_for_a_lock_is_a_figure_of_those_that_take_one(tmp_path: Path) -> None:
    arms = [
        made.arm(name, lock_wait=LockWait(count=9, p99_ns=ns)) for name, ns in (("php/b", 11_000_000), ("php/c", 500))
    ]
    long, unknown = verdicts(
        tmp_path,
        claim("ratio", "php/b", "php/c", of="lock wait", band=(10, 1e8)),
        claim("ratio", "php/b", "php/a", of="lock wait", band=(10, 1e8)),
        levels=together(*arms),
    )
    assert (long.verdict, long.measured) == ("undecided", 22_000) and "one window" in long.reason
    assert unknown.verdict == "not run" and "lock wait of php/a is not known" in unknown.reason
    (alone,) = verdicts(tmp_path / "alone", claim("differ", "php/b", "php/a", of="lock wait"))
    assert (alone.verdict, alone.reason) == ("not run", "the lock wait of php/b is not known")


def test_a_counted_ratio_may_be_of_two_levels(tmp_path: Path) -> None:
    levels = [
        made.level({"buffer": name}, "php/a", [made.arm("php/b", memory=memories(runtime_peak_real_bytes=taken))])
        for name, taken in (("On", 32 * MIB), ("0", 2 * MIB))
    ]
    there, absent = verdicts(
        tmp_path,
        *(
            claim("ratio", "php/b", "php/b", of="runtime memory taken", band=(4, 99), at={"buffer": "On"}, over_at=over)
            for over in ({"buffer": "0"}, {"buffer": "4096"})
        ),
        levels=levels,
    )
    assert there.verdict == "holds" and there.measured == 16
    assert absent.verdict == "not run" and "no level is buffer=4096" in absent.reason


def test_what_all_give_is_what_each_declares_and_was_tested_for(tmp_path: Path) -> None:
    def listing(name: str, **guarantees: str) -> Arm:
        return made.arm(name, guarantees=guarantees)

    wrong = made.arm("php/e", guarantees={"dots": "yes"}, status="disqualified", reason="declares `dots: yes`")
    arms: list[str | Arm] = [listing("php/b", dots="yes"), listing("php/c", dots="no"), listing("php/d"), wrong]
    rows = verdicts(
        tmp_path,
        claim("gives", "php/b", gives={"dots": "yes"}),
        claim("gives", "php/b", "php/c", gives={"dots": "yes"}),
        claim("gives", "php/d", gives={"dots": "yes"}),
        claim("gives", "php/e", gives={"dots": "yes"}),
        levels=[made.level({"entries": 10}, "php/a", arms)],
    )
    assert [row.verdict for row in rows] == ["holds", "not so here", "not run", "not run"]
    assert rows[1].said == "dots yes; dots no" and rows[1].reason == "php/c: dots no"
    assert "does not declare dots" in rows[2].reason and "disqualified" in rows[3].reason


def test_some_harm_takes_one_record_and_none_in_one_run_refutes_nothing(tmp_path: Path) -> None:
    def records(lost: int) -> Records:
        return Records(handed=1000, lost=lost, torn=0, interleaved=0, doubled=0, unknown=0)

    rows = verdicts(
        tmp_path,
        claim("some", "php/b", of="lost"),
        claim("some", "php/c", of="lost"),
        claim("none", "php/b", of="astray"),
        levels=together(made.arm("php/b", records=records(1)), made.arm("php/c", records=records(0))),
    )
    assert [row.verdict for row in rows] == ["holds", "undecided", "not run"]
    assert rows[0].said == "1 of 1,000"


@pytest.mark.parametrize(
    ("band", "verdict"), [((-2000, 0), "opposite here"), ((500, 1500), "holds"), ((1000, 1500), "undecided")]
)
def test_a_gap_is_what_a_unit_of_work_takes_longer(tmp_path: Path, band: tuple[float, float], verdict: str) -> None:
    levels = [made.level({"target": name}, "php/a", [made.arm("php/a2", work=1000)]) for name in ("disk", "ram")]

    def slower(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        # 2 ms for 1,000 records on RAM, 3 ms on the disk: 1,000 ns for each record.
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["level"] == 0, 1.5, 1)).astype(np.int64)}

    (row,) = verdicts(
        tmp_path,
        claim("gap", "php/a2", "php/a2", band=band, at={"target": "disk"}, over_at={"target": "ram"}),
        levels=levels,
        change=slower,
    )
    assert row.verdict == verdict and row.measured == pytest.approx(1000, rel=0.01)
    assert "ns for each of its" in row.said


def test_a_gap_is_only_between_equal_work(tmp_path: Path) -> None:
    levels = [made.level({"target": "disk"}, "php/a", [made.arm("php/b", work=7)])]
    (row,) = verdicts(tmp_path, claim("gap", "php/b", "php/a", band=(1, 2)), levels=levels)
    assert row.verdict == "not run" and "do not do the same work" in row.reason


@pytest.mark.parametrize(
    ("band", "sweeps", "verdict"),
    [
        ((40, 60), 12, "holds"),
        ((200, 300), 12, "smaller here"),
        ((10, 50), 12, "undecided"),
        ((40, 60), 3, "undecided"),
    ],
)
def test_a_rate_is_told_by_the_spread_of_rounds(
    tmp_path: Path, band: tuple[float, float], sweeps: int, verdict: str
) -> None:
    # 100 records of 1,000 bytes in 2 ms are 50 MB/s.
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]
    (row,) = verdicts(
        tmp_path, claim("rate", "php/b", band=band), levels=levels, ratios={"php/b": 1.0}, sweeps=sweeps, noise=0.05
    )
    assert row.verdict == verdict
    if sweeps == 12:
        assert row.measured == pytest.approx(50, rel=0.1) and "MB/s, spread" in row.said


def test_a_time_that_cannot_be_makes_no_rate(tmp_path: Path) -> None:
    least = made.arm("c/least", role="floor", floor="copying", work=100)
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("c/d", work=100)], floors=[least])]
    (row,) = verdicts(
        tmp_path, claim("rate", "c/d", band=(40, 600)), levels=levels, ratios={"c/d": 0.3, "c/least": 0.5}
    )
    assert row.verdict == "undecided" and row.reason.startswith("the time of c/d is invalid: ")


def test_a_claim_can_speak_of_several_values_of_a_factor(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2, 3)]
    (row,) = verdicts(
        tmp_path, claim("order", "php/a", "php/b", at={"records": (1, 3)}), levels=levels, ratios={"php/b": 2.0}
    )
    assert [one.level for one in row.levels] == ["records=1", "records=3"] and row.verdict == "holds"


def wavering(root: Path, last: float) -> Any:
    """A claim that b takes longer than a: twice at the first size, open at the second, `last` times at the third."""
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2, 3)]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        by_level = np.choose(columns["level"], [2.0, 1.3 if sweep % 2 else 0.7, last])
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, by_level, 1)).astype(int)}

    (row,) = verdicts(root, claim("order", "php/a", "php/b"), levels=levels, change=change)
    return row


def test_levels_that_are_open_are_named_beside_those_it_depends_on(tmp_path: Path) -> None:
    row = wavering(tmp_path, 0.5)
    assert row.verdict == "depends" and row.flips[0].between == ((1, 3),)
    assert row.reason == "records from 1 to 3: holds up to 1, opposite from 3; undecided at records=2"


def test_a_claim_that_is_open_at_some_levels_only_says_at_which_and_what_the_others_say(tmp_path: Path) -> None:
    row = wavering(tmp_path, 2.0)
    assert row.verdict == "undecided"
    told = "php/b over php/a; undecided at records=2 (1 of 3 levels); at the others: holds"
    assert row.reason == told


def published(ratio: str = "php/as_published") -> list[Any]:
    """A level with an arm that is wrong as it was published, and is timed all the same."""
    wrong = made.arm(ratio, status="disqualified", reason="returns no names", tags=["as-published"])
    return [made.level({"entries": 10}, "php/a", [wrong, "php/fair"])]


@pytest.mark.parametrize(("fair", "verdict"), [(2.0, "holds"), (1.0, "artefact"), (1.01, "undecided")])
def test_what_is_wrong_as_published_counts_only_beside_the_fair_one(tmp_path: Path, fair: float, verdict: str) -> None:
    names = ("php/a", "php/as_published")
    ratios = {"php/as_published": 2.0, "php/fair": fair}
    beside, alone, fault = verdicts(
        tmp_path,
        claim("order", *names, fair=("php/a", "php/fair")),
        claim("order", *names),
        claim("order", *names, fault=True),
        levels=published(),
        ratios=ratios,
        noise=0.001 if fair != 1.01 else 0.02,
    )
    assert beside.verdict == verdict
    assert alone.verdict == "not run" and "returns no names" in alone.reason
    assert fault.verdict == "holds"


def test_an_arm_that_is_wrong_and_was_not_published_is_never_timed(tmp_path: Path) -> None:
    wrong = made.arm("php/b", status="disqualified", reason="returns no names")
    levels = [made.level({"entries": 10}, "php/a", [wrong])]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b", fault=True), levels=levels, ratios={"php/b": 2.0})
    assert row.verdict == "not run"


def test_a_crossover_is_told_by_the_sizes_of_a_run(tmp_path: Path) -> None:
    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in (10, 100, 1000)]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        by_level = np.choose(columns["level"], [2.0, 2.0, 0.5])
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, by_level, 1)).astype(int)}

    rows = verdicts(
        tmp_path,
        claim("crossover", "php/a", "php/b", along="entries", band=(100, 1000)),
        claim("crossover", "php/b", "php/a", along="entries", band=(100, 1000)),
        claim("varies", "php/a", "php/b"),
        levels=levels,
        change=turn,
    )
    assert [row.verdict for row in rows] == ["holds", "not so here", "holds"]
    assert rows[0].said == "entries: php/a at 10 to 100; php/b at 1000"
