"""One arm against another at a level of its own: each figure is of its level, and so is what speaks against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, verdicts
from iotrial.claims.evaluate import judge_claims
from iotrial.judge.judging import Judging
from judge import made

Change = Callable[[int, dict[str, Any]], dict[str, Any]]

#: The places of the placebo, of php/b, and of c/d among the arms of a level.
PLACEBO, PHP_B, C_D = 1, 2, 3

IN_RAM = {"target": "ram"}


def of_two(root: Path, kind: str, *arms: str, figure: tuple[float, float], of: str | None = None, **given: Any) -> Any:
    """The row of a claim on the first arm in memory over the second one on the disk."""
    least = made.arm("c/least", role="floor", floor="copying")
    levels = [made.level({"target": name}, "php/a", ["php/b", "c/d"], floors=[least]) for name in ("ram", "disk")]
    own = {"of": of} if of else {}
    told = claim(kind, *arms, figure=figure, within=0.0, at={"target": "ram"}, over_at={"target": "disk"}, **own)
    ratios = {"c/least": 0.5, **given.pop("ratios", {})}
    (row,) = verdicts(root, told, levels=levels, noise=0.0, ratios=ratios, **given)
    return row


def times(column: str, level: int, arm: int, factor: float) -> Change:
    """A change that multiplies a figure of one arm at one level, 0 being in memory and 1 on the disk."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        there = (columns["level"] == level) & (columns["arm"] == arm)
        return {**columns, column: (columns[column] * np.where(there, factor, 1)).astype(np.int64)}

    return change


@pytest.mark.parametrize(
    ("band", "ratio", "verdict", "reason"),
    [
        ((1.5, 2.5), 2.0, "confirmed", None),
        ((3, 4), 2.0, "same direction, smaller", None),
        ((3, 4), 1.0, "equal here", None),
    ],
)
def test_a_ratio_over_two_levels_lies_in_its_band_beyond_it_or_shows_no_difference(
    tmp_path: Path, band: tuple[float, float], ratio: float, verdict: str, reason: str | None
) -> None:
    row = of_two(tmp_path, "ratio", "php/b", "php/a", figure=band, ratios={"php/b": ratio})
    assert (row.verdict, row.measured, row.reason) == (verdict, pytest.approx(ratio), reason)


def test_a_ratio_over_two_levels_is_of_the_figure_that_the_claim_names(tmp_path: Path) -> None:
    # 0.25 user and 0.5 system for each 1: six times the system time are 3.25 instead of 0.75.
    change = times("system_ns", 0, PHP_B, 6)
    cpu = of_two(tmp_path / "cpu", "ratio", "php/b", "php/b", figure=(4, 5), of="cpu time", change=change)
    time = of_two(tmp_path / "time", "ratio", "php/b", "php/b", figure=(4, 5), change=change)
    assert (cpu.verdict, cpu.measured) == ("confirmed", pytest.approx(13 / 3))
    assert (time.verdict, time.measured) == ("equal here", pytest.approx(1))


def test_too_few_rounds_decide_no_ratio_over_two_levels(tmp_path: Path) -> None:
    row = of_two(tmp_path, "ratio", "php/b", "php/b", figure=(1, 2), sweeps=3)
    assert (row.verdict, row.measured, row.reason) == ("open", None, "too few rounds for an interval")


def test_a_level_that_is_not_there_is_named_without_what_goes_without_saying(tmp_path: Path) -> None:
    levels = [made.level({"cache": "warm", "target": "ram"}, "php/a", ["php/b"])]
    told = claim("ratio", "php/b", "php/a", figure=(1, 2), within=0.0, over_at={"target": "disk"})
    (row,) = verdicts(tmp_path, told, levels=levels)
    assert (row.verdict, row.reason) == ("not run", "no level is target=disk")


NOTHING = times("wall_ns", 0, PLACEBO, 1.0)


@pytest.mark.parametrize(
    ("spoilt", "sessions"),
    [
        (NOTHING, 2),
        (times("wall_ns", 0, PLACEBO, 1.5), 1),
        (times("wall_ns", 1, PLACEBO, 1.5), 1),  # the level of the second arm counts as much as that of the first
    ],
)
def test_an_earlier_session_counts_only_if_both_of_its_levels_say_something(
    tmp_path: Path, spoilt: Change, sessions: int
) -> None:
    found = []
    for hour, change in enumerate((spoilt, NOTHING)):
        levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("ram", "disk")]
        run = made.run(levels, run=f"20261121-{hour:02d}3055-k3x9")
        found.append(Judging(made.opened(tmp_path, run, {"php/b": 2.0}, noise=0.0, change=change)))
    told = claim("ratio", "php/b", "php/a", figure=(1.5, 2.5), within=0.0, at=IN_RAM, over_at={"target": "disk"})
    (row,) = judge_claims(found, [told])
    assert (row.verdict, row.sessions, row.settled) == ("confirmed", sessions, sessions > 1)
