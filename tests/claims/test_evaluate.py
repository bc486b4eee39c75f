"""Claims judged by a stored run: each verdict from figures that are known, and never more than they bear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, verdicts
from iotrial.store.record import Arm
from judge import made


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(2.0, "confirmed"), (0.5, "opposite here"), (1.0, "equal here"), (1.01, "open")]
)
def test_an_order_is_told_by_the_direct_ratio(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("order", "php/b", "php/c"), ratios={"php/b": 3.0, "php/c": 3.0 * ratio})
    assert row.verdict == verdict
    assert row.low <= row.measured <= row.high and row.measured == pytest.approx(1 / ratio, rel=0.01)
    assert (row.arm, row.over) == ("php/b", "php/c")  # the first that is named over the second


@pytest.mark.parametrize(
    ("ratio", "verdict"),
    [
        (1.5, "confirmed"),
        (2.5, "same direction, larger"),
        (1.3, "same direction, smaller"),
        (0.4, "opposite here"),
        (1.0, "equal here"),
        (1.6, "same direction"),  # slower by all of its interval, which reaches over a bound
    ],
)
def test_a_ratio_must_lie_within_its_band(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(
        tmp_path, claim("ratio", "php/b", "php/a", figure=(1.4, 1.6), within=0.0), ratios={"php/b": ratio}
    )
    assert row.verdict == verdict and row.measured == pytest.approx(ratio, rel=0.01)


@pytest.mark.parametrize(
    ("kind", "ratios", "verdict"),
    [
        ("first", {"php/b": 2.0, "php/c": 3.0}, "confirmed"),
        ("first", {"php/b": 2.0, "php/c": 0.9}, "holds nowhere tested"),
        ("first", {"php/b": 2.0}, "confirmed"),  # a tie with php/c does not lose it
        ("first", {}, "equal here"),
        ("last", {"php/b": 0.5}, "confirmed"),
        ("last", {}, "equal here"),
        ("last", {"php/b": 0.5, "php/c": 0.9}, "confirmed"),
        ("last", {"php/b": 0.5, "php/c": 1.5}, "holds nowhere tested"),
    ],
)
def test_first_and_last_are_against_each_of_the_others(
    tmp_path: Path, kind: str, ratios: dict[str, float], verdict: str
) -> None:
    (row,) = verdicts(tmp_path, claim(kind, "php/a", "php/b", "php/c"), ratios=ratios)
    assert row.verdict == verdict


@pytest.mark.parametrize(("ratio", "verdict"), [(1.03, "confirmed"), (1.2, "holds nowhere tested"), (1.05, "open")])
def test_equal_times_are_equal_within_what_the_claim_allows(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("equal", "php/a", "php/b", of="time", within=0.05), ratios={"php/b": ratio})
    assert row.verdict == verdict


def test_too_few_rounds_decide_nothing(tmp_path: Path) -> None:
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), ratios={"php/b": 9.0}, sweeps=3)
    assert row.verdict == "open" and "too few rounds" in row.reason


def test_what_no_run_can_tell_says_what_it_takes(tmp_path: Path) -> None:
    elsewhere, read = verdicts(
        tmp_path, claim("elsewhere", needs="a web server"), claim("text", place="table 2, row 3", fault=True)
    )
    assert (elsewhere.verdict, elsewhere.reason) == ("not run", "it takes a web server")
    assert (read.verdict, read.place) == ("in the text", "table 2, row 3")
    for row in (elsewhere, read):
        assert (row.direction, row.size, row.where, row.levels, row.settled) == (None, None, None, (), False)


def limited(*others: str) -> list[Any]:
    """A level with a floor that is slower than c/d claims to be."""
    least = made.arm("c/least", role="floor", floor="copying")
    return [made.level({"records": 10, "sink": "pipe"}, "php/a", others, floors=[least])]


def test_an_arm_that_beats_the_reference_is_believed(tmp_path: Path) -> None:
    ratios = {"php/b": 0.9, "c/d": 0.3, "c/least": 0.5}
    ahead, within, beside = verdicts(
        tmp_path,
        claim("first", "c/d", "php/a", "php/b"),
        claim("ratio", "c/d", "php/a", figure=(0.2, 0.4), within=0.0),
        claim("order", "php/b", "php/a"),
        levels=limited("php/b", "c/d"),
        ratios=ratios,
    )
    assert ahead.verdict == within.verdict == beside.verdict == "confirmed"


def test_bytes_that_nobody_reads_are_no_ground_for_a_verdict_on_time(tmp_path: Path) -> None:
    levels = [made.level({"records": 10, "sink": "null"}, "php/a", [made.arm("c/d", tags=["untouched"])])]
    timed, counted = verdicts(
        tmp_path,
        claim("order", "c/d", "php/a"),
        claim("equal", "c/d", "php/a", of="memory"),
        levels=levels,
        ratios={"c/d": 0.1},
    )
    assert timed.verdict == "not run" and "c/d is not ranked" in timed.reason
    assert counted.verdict == "confirmed"


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (made.arm("php/b", shift=-1, iterations=2), "unlike numbers of iterations"),
        (made.arm("php/b", kit_ns=made.BASE_NS / 5), "the kit's own cost"),
    ],
)
def test_arms_of_unlike_measurement_are_never_called_equal(tmp_path: Path, other: Arm, reason: str) -> None:
    rows = verdicts(
        tmp_path,
        claim("equal", "php/a", "php/b", of="time"),
        claim("order", "php/a", "php/b"),
        claim("ratio", "php/b", "php/a", figure=(0.9, 1.1), within=0.0),
        claim("ratio", "php/b", "php/a", figure=(2.0, 3.0), within=0.0),
        claim("equal", "php/a", "php/c", of="time"),
        levels=[made.level({"records": 10}, "php/a", [other, "php/c"])],
    )
    assert [row.verdict for row in rows] == ["open"] * 4 + ["confirmed"]
    assert all(reason in row.reason for row in rows[:4]), rows[0].reason


def test_an_arm_that_still_moves_is_never_called_equal_to_another(tmp_path: Path) -> None:
    def warm_up(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        late = np.where((columns["arm"] == 2) & (columns["block"] < 2), 1.04, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * late).astype(np.int64)}

    (row,) = verdicts(tmp_path, claim("equal", "php/a", "php/b", of="time"), change=warm_up)
    assert row.verdict == "open" and row.reason.startswith("php/b still moves: ")


def test_what_still_moves_decides_a_ratio_that_its_movement_cannot_turn(tmp_path: Path) -> None:
    def slow_down(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        late = np.where((columns["arm"] == 2) & (columns["block"] < 2), 1.04, 1.0)
        times = columns["wall_ns"] * late * np.where(columns["arm"] == 2, 2.0, 1.0)
        return {**columns, "wall_ns": times.astype(np.int64)}

    slower, published, gap, rate = verdicts(
        tmp_path,
        claim("slower", "php/b", "php/a"),
        claim("ratio", "php/b", "php/a", figure=(2.0, 2.0), within=0.03),
        claim("gap", "php/b", "php/a", figure=(made.BASE_NS / 10, made.BASE_NS / 10)),
        claim("rate", "php/b", figure=(1, 1), unit="M/s"),
        change=slow_down,
    )
    assert slower.verdict == "confirmed" and slower.low < 2 / 1.03 < 2 * 1.03 < slower.high
    assert published.verdict == "same direction" and published.low == slower.low
    assert [one.verdict for one in (gap, rate)] == ["open", "open"]
    assert all(one.reason.startswith("php/b still moves: ") for one in (gap, rate))


def test_a_ratio_across_levels_needs_both_arms(tmp_path: Path) -> None:
    def across(**spoilt: Any) -> list[Any]:
        return [
            made.level({"target": "ram"}, "php/a", ["php/b"]),
            made.level({"target": "disk"}, "php/a", [made.arm("php/b", **spoilt)]),
        ]

    told = claim(
        "ratio", "php/a", "php/b", at={"target": "ram"}, over_at={"target": "disk"}, figure=(0.4, 0.6), within=0.0
    )
    whole, absent, failed = (
        verdicts(tmp_path / name, given, levels=levels, ratios={"php/b": 2.0})[0]
        for name, given, levels in (
            ("whole", told, across()),
            ("absent", told, across()[:1]),
            ("failed", told, across(status="failed", reason="no room")),
        )
    )
    assert whole.verdict == "confirmed" and whole.measured == pytest.approx(0.5, rel=0.01)
    assert (absent.verdict, absent.reason) == ("not run", "no level is target=disk")
    assert failed.verdict == "not run" and failed.reason == "php/b is failed: no room, at target=disk"


def test_who_reads_a_sink_is_told_of_times_there_and_of_nothing_else(tmp_path: Path) -> None:
    levels = [
        made.level(factors, "php/a", ["php/b"])
        for factors in (
            {"sink": "pipe", "reader": "bare"},
            {"sink": "unix", "reader": "slow"},
            {"sink": "null", "reader": "bare"},
        )
    ]
    everywhere, at_null, counted = verdicts(
        tmp_path,
        claim("slower", "php/b", "php/a"),
        claim("slower", "php/b", "php/a", at={"sink": "null"}),
        claim("equal", "php/b", "php/a", of="memory"),
        levels=levels,
        ratios={"php/b": 2.0},
    )
    assert (everywhere.readers, at_null.readers, counted.readers) == (("bare", "slow"), (), ())
