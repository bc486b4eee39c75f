"""The confidence of the intervals of a claim: its share of what may be wrong, and when levels add to the correction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from analysis import made
from claims.test_evaluate import claim, verdicts
from iotrial.claims.claim import Claim


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
    assert row.verdict == "holds" and row.low > 1.04
    # Beside others it has its share only: the fifth of 24 rounds from below is one of the few.
    others = [claim("order", "php/a", "php/b", at={"records": size}) for size in range(1, 13)]
    assert by_a_few(tmp_path / "beside", told, *others, last=(1.05, 1.0))[0].verdict == "undecided"


def test_what_is_otherwise_at_some_level_is_corrected_for_all_where_it_might_have_been(tmp_path: Path) -> None:
    everywhere, there = claim("order", "php/a", "php/b"), claim("order", "php/a", "php/b", at={"records": 12})
    (row,) = by_a_few(tmp_path / "everywhere", everywhere, last=(0.9, 1.05))
    assert row.verdict == "undecided" and "12 of 12 levels" in row.reason
    (row,) = by_a_few(tmp_path / "there", there, last=(0.9, 1.05))
    assert row.verdict == "reversed" and row.high < 0.92
    (row,) = by_a_few(tmp_path / "every round", everywhere, last=(0.9, 0.9))
    assert row.verdict == "undecided"  # at the other levels it is open, so nothing says that it depends


def test_a_winner_that_changes_somewhere_is_corrected_for_all_levels(tmp_path: Path) -> None:
    (row,) = by_a_few(tmp_path, claim("varies", "php/a", "php/b"), last=(0.9, 1.05))
    assert row.verdict == "undecided"
    turns = claim("crossover", "php/a", "php/b", along="records", band=(2, 12))
    assert by_a_few(tmp_path / "turns", turns, last=(0.9, 1.05))[0].verdict == "undecided"
