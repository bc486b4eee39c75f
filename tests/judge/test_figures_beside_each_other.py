"""A made-up run without noise: arms and levels compared directly, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import across_levels, apart, pair_ratio
from judge import made
from judge.every_figure import slower_at_times


def test_two_arms_are_compared_directly_whatever_the_baseline(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in (1, 2)]
    ratios = {"php/b": 2.0, "php/c": 5.0}
    stored = made.opened(tmp_path, made.run(levels), ratios, noise=0, change=slower_at_times)
    tenth = 1 + 0.1 * np.arange(12)  # what the third arm takes more
    own = pair_ratio(Judging(stored), 0, "php/b", "php/c", alpha=0.05)
    assert own is not None
    middle = np.sqrt(tenth[5] * tenth[6])
    assert (own.center, own.low, own.high) == pytest.approx((0.4 * middle, 0.4 * tenth[2], 0.4 * tenth[9]))
    cpu = pair_ratio(Judging(stored), 1, "php/c", "php/b", alpha=0.05, of="cpu time")
    assert cpu is not None and cpu.center == pytest.approx(2.5)
    assert pair_ratio(Judging(stored), 0, "php/b", "php/x", alpha=0.05) is None
    assert pair_ratio(Judging(stored), 0, "php/x", "php/b", alpha=0.05) is None
    wide = pair_ratio(Judging(stored), 0, "php/b", "php/c", alpha=1e-4)  # 12 rounds are too few for the sign test
    assert wide is not None and wide.is_wide and wide.low * 1.5 < 0.4 * tenth[0] < 0.4 * tenth[11] < wide.high / 1.5
    assert pair_ratio(Judging(stored), 0, "php/b", "php/c", alpha=1e-30) is None
    other = across_levels(Judging(stored), (1, "php/b"), (0, "php/c"), alpha=0.05)
    assert other is not None
    assert (other.center, other.low, other.high) == pytest.approx((0.4 * middle, 0.4 * tenth[2], 0.4 * tenth[9]))
    cpu = across_levels(Judging(stored), (1, "php/c"), (0, "php/b"), alpha=0.05, of="cpu time")
    assert cpu is not None and cpu.center == pytest.approx(2.5)
    assert across_levels(Judging(stored), (1, "php/x"), (0, "php/c"), alpha=0.05) is None
    assert across_levels(Judging(stored), (1, "php/b"), (0, "php/x"), alpha=0.05) is None
    gap = apart(Judging(stored), (0, "php/c"), (1, "php/a"), 1000, alpha=0.05)
    assert gap is not None and (gap.center, gap.low, gap.high) == pytest.approx((8000, 8000, 8000))
    wider = apart(Judging(stored), (0, "php/b"), (1, "php/a"), 1000, alpha=0.05)
    assert wider is not None
    assert (wider.low, wider.high) == pytest.approx((4000 * tenth[2] - 2000, 4000 * tenth[9] - 2000))
    assert apart(Judging(stored), (0, "php/b"), (1, "php/x"), 1000, alpha=0.05) is None


def test_a_run_that_looks_often_compares_by_its_own_wider_intervals(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2)]
    often = made.run(levels, precision=0.01)
    stored = made.opened(tmp_path, often, noise=0, change=slower_at_times)
    tenth = 1 + 0.1 * np.arange(12)
    for found in (
        pair_ratio(Judging(stored), 0, "php/b", "php/a", alpha=0.05),
        across_levels(Judging(stored), (0, "php/b"), (1, "php/a"), alpha=0.05),
    ):
        assert found is not None and (found.low, found.high) == pytest.approx((tenth[1], tenth[10]))
    gap = apart(Judging(stored), (0, "php/b"), (1, "php/a"), 1, alpha=0.05)
    assert gap is not None and gap.low == pytest.approx(made.BASE_NS * 0.1)


def test_only_sweeps_that_both_levels_have_are_compared_across_them(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2)]

    def fewer(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        kept = (columns["level"] == 0) if sweep % 2 else np.full(len(columns["level"]), True)
        spoilt = {**columns, "wall_ns": columns["wall_ns"] * (1 + sweep)}
        return {
            name: values[kept]
            if isinstance(values, np.ndarray)
            else [one for one, keep in zip(values, kept, strict=True) if keep]
            for name, values in spoilt.items()
        }

    stored = made.opened(tmp_path, made.run(levels), {"php/b": 3.0}, sweeps=24, noise=0, change=fewer)
    found = across_levels(Judging(stored), (0, "php/b"), (1, "php/a"), alpha=0.05)
    assert found is not None and (found.low, found.high) == pytest.approx((3, 3))
    assert judge_run(Judging(stored)).levels[1].rounds == 12
    gap = apart(Judging(stored), (0, "php/b"), (1, "php/a"), 1, alpha=0.05)
    assert gap is not None
    # Twelve sweeps, of 2 x 2 ms times their number: the third from either end.
    assert (gap.low, gap.high) == pytest.approx((4e6 * 5, 4e6 * 19))
