"""The confidence of the intervals of a claim: its share of what may be wrong, and when levels add to the correction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, verdicts
from iotrial.claims.claim import Claim
from judge import made


def by_a_few(root: Path, *claims: Claim, last: tuple[float, float]) -> list[Any]:
    """b beside a at 12 levels in 24 rounds: 1.05 times in 19 of them and as long in 5; at the last level `last`."""
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in range(1, 13)]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        few = sweep < 5
        ratio = np.where(columns["level"] == 11, last[few], (1.05, 1.0)[few])
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, ratio, 1)).astype(np.int64)}

    return verdicts(root, *claims, levels=levels, change=change, sweeps=24)


def test_what_holds_at_every_level_takes_no_correction_for_how_many_they_are(tmp_path: Path) -> None:
    told = claim("order", "php/a", "php/b")
    (row,) = by_a_few(tmp_path / "alone", told, last=(1.05, 1.0))
    assert row.verdict == "confirmed" and row.high < 1 / 1.04
    # Beside others it has its share only: the fifth of 24 rounds from below is one of the few.
    others = [claim("order", "php/a", "php/b", at={"records": size}) for size in range(1, 13)]
    assert by_a_few(tmp_path / "beside", told, *others, last=(1.05, 1.0))[0].verdict == "open"


def test_what_is_otherwise_at_some_level_is_corrected_for_all_where_it_might_have_been(tmp_path: Path) -> None:
    everywhere, there = claim("order", "php/a", "php/b"), claim("order", "php/a", "php/b", at={"records": 12})
    (row,) = by_a_few(tmp_path / "everywhere", everywhere, last=(0.9, 1.05))
    assert row.verdict == "open" and "all 12 levels" in row.reason
    (row,) = by_a_few(tmp_path / "there", there, last=(0.9, 1.05))
    assert row.verdict == "opposite here" and row.low > 1 / 0.92
    (row,) = by_a_few(tmp_path / "every round", everywhere, last=(0.9, 0.9))
    assert row.verdict == "open"  # at the other levels it is open, so nothing says that it depends


def test_a_winner_that_changes_somewhere_is_corrected_for_all_levels(tmp_path: Path) -> None:
    (row,) = by_a_few(tmp_path, claim("varies", "php/a", "php/b"), last=(0.9, 1.05))
    assert row.verdict == "open"
    turns = claim("crossover", "php/a", "php/b", along="records", band=(2, 12))
    assert by_a_few(tmp_path / "turns", turns, last=(0.9, 1.05))[0].verdict == "open"


def test_an_exception_at_the_only_level_takes_no_correction(tmp_path: Path) -> None:
    """The second of 12 rounds from either end is the interval of one statement; of two it is the first."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, 0.9 if made.shuffled(sweep) < 11 else 1.1, 1)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    for levels, verdict in ((1, "opposite here"), (2, "open")):
        there = [made.level({"records": size}, "php/a", ["php/b"]) for size in range(levels)]
        told = claim("order", "php/a", "php/b")
        (row,) = verdicts(tmp_path / str(levels), told, levels=there, change=change, noise=0)
        assert row.verdict == verdict


@pytest.mark.parametrize(("others", "verdict"), [(["php/b"], "confirmed"), (["php/b", "php/c"], "open")])
def test_an_arm_that_comes_before_some_other_is_corrected_for_how_many_others_there_are(
    tmp_path: Path, others: list[str], verdict: str
) -> None:
    """b is slower in 11 of 12 rounds; the second of them from either end is the interval of one pair, not of two."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, 1.1 if made.shuffled(sweep) < 11 else 0.9, 1)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    levels = [made.level({"records": 1}, "php/a", others)]
    (row,) = verdicts(tmp_path, claim("first", "php/a", *others), levels=levels, change=change, noise=0)
    assert row.verdict == verdict


def over_twelve(root: Path, others: dict[int, list[str]], change: Any) -> Any:
    """b beside a at 12 levels in 24 rounds; `others` has the arms beside a at a level, if b is not there."""
    levels = [made.level({"records": size}, "php/a", others.get(size, ["php/b"])) for size in range(1, 13)]
    (row,) = verdicts(root, claim("order", "php/a", "php/b"), levels=levels, change=change, sweeps=24, noise=0)
    return row


def test_what_holds_everywhere_has_the_interval_that_says_so(tmp_path: Path) -> None:
    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, 1.1 + 0.01 * made.shuffled(sweep, 24), 1)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).round().astype(np.int64)}

    row = over_twelve(tmp_path, {}, change)
    # The sixth of 24 rounds from either end is the interval of one statement; of 12 levels it is the fourth.
    assert (row.verdict, row.low, row.high) == ("confirmed", pytest.approx(1 / 1.28), pytest.approx(1 / 1.15))


def test_what_keeps_a_claim_from_holding_everywhere_is_told_as_long_as_nothing_speaks_against_it(
    tmp_path: Path,
) -> None:
    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        usual = 1.05 if sweep >= 5 else 1.0  # in 19 of 24 rounds: enough for one statement, but not for 12
        ratio = np.where(columns["level"] == 11, 1.3 if sweep % 2 else 0.7, usual)
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, ratio, 1)).astype(np.int64)}

    row = over_twelve(tmp_path, {2: []}, change)
    open_at = "open at records=12 (1 of 11 levels); at the others: as said"
    assert (row.verdict, row.reason) == ("open", open_at)
