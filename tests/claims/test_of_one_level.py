"""Kinds of claim that compare other things than times of one level, judged by a stored run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, together, verdicts
from judge import made


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
    [(150_000, "confirmed"), (60_000, "opposite here"), (100_000, "equal here"), (101_000, "open")],
)
def test_who_shares_more_evenly_is_told_by_jains_index(tmp_path: Path, own: int, verdict: str) -> None:
    (row,) = verdicts(
        tmp_path, claim("fairer", "php/b", "php/c"), levels=together("php/b", "php/c"), change=saying(jain_ppm={2: own})
    )
    if own != 101_000:  # no noise: an interval of no width lies within the margin or beyond it
        assert row.verdict == verdict
    assert row.measured == pytest.approx(own / 100_000) and (row.arm, row.over) == ("php/b", "php/c")


def test_writers_of_unlike_measurement_are_never_said_to_share_alike(tmp_path: Path) -> None:
    told = claim("fairer", "php/b", "php/c")
    shifted = together("php/b", made.arm("php/c", shift=-1, iterations=2))
    (row,) = verdicts(tmp_path, told, levels=shifted, change=saying(jain_ppm={2: 100_000}))
    reason = "php/b and php/c were measured with unlike numbers of iterations"
    assert (row.verdict, row.measured, row.reason) == ("open", 1.0, reason)


def test_fairness_is_of_several_writers_alone(tmp_path: Path) -> None:
    (row,) = verdicts(tmp_path, claim("fairer", "php/b", "php/c"))
    assert row.verdict == "not run" and "several workers" in row.reason


def test_rounds_that_differ_do_not_decide_who_is_fairer(tmp_path: Path) -> None:
    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        more = 0.8 if sweep % 2 else 1.2
        return {**columns, "jain_ppm": np.where(columns["arm"] == 2, more * 5e5, 5e5).astype(np.int64)}

    (row,) = verdicts(tmp_path, claim("fairer", "php/b", "php/c"), levels=together("php/b", "php/c"), change=change)
    assert row.verdict == "open"


def test_the_longest_wait_and_cpu_time_are_compared_as_times_are(tmp_path: Path) -> None:
    rows = verdicts(
        tmp_path,
        claim("ratio", "php/b", "php/a", of="longest wait", figure=(10, 1000), within=0.0),
        claim("order", "php/a", "php/b", of="longest wait"),
        claim("ratio", "php/b", "php/a", of="cpu time", figure=(1.9, 2.1), within=0.0),
        claim("equal", "php/c", "php/a", of="cpu time"),
        claim("order", "php/a", "php/b"),
        levels=together("php/b", "php/c"),
        change=saying(stall_ns={2: 5_000_000}),
        ratios={"php/b": 2.0},
    )
    assert [row.verdict for row in rows] == ["confirmed"] * 5
    assert rows[0].measured == pytest.approx(50)


@pytest.mark.parametrize(
    ("kind", "arms", "verdicts_of"),
    [
        ("equal", ("php/a", "php/b"), ("holds nowhere tested", "confirmed")),
        ("no_faster", ("php/a", "php/b"), ("opposite here", "confirmed")),
        ("order", ("php/a", "php/b"), ("confirmed", "equal here")),
        ("last", ("php/b", "php/a"), ("confirmed", "equal here")),
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
    ("ratio", "verdict"),
    [(1.5, "confirmed"), (1.0, "confirmed"), (0.9, "opposite here"), (0.99, "open"), (1.01, "confirmed")],
)
def test_what_is_no_faster_is_slower_or_equal(tmp_path: Path, ratio: float, verdict: str) -> None:
    (row,) = verdicts(tmp_path, claim("no_faster", "php/b", "php/a"), ratios={"php/b": ratio})
    assert row.verdict == verdict and row.measured == pytest.approx(ratio, rel=0.01)


def test_arms_of_unlike_measurement_are_never_said_to_be_no_faster_by_being_equal(tmp_path: Path) -> None:
    levels = [made.level({"records": 10}, "php/a", [made.arm("php/b", shift=-1, iterations=2)])]
    for ratio, verdict in ((1.0, "open"), (1.5, "confirmed")):
        (row,) = verdicts(
            tmp_path / f"{ratio}", claim("no_faster", "php/b", "php/a"), levels=levels, ratios={"php/b": ratio}
        )
        assert row.verdict == verdict
