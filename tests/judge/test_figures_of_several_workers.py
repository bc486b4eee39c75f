"""A made-up run without noise: the figures of several workers at once, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.store.record import (
    LockWait,
    Records,
)
from judge import made
from judge.every_figure import judged


def test_work_that_arrives_at_a_rate_of_its_own_has_no_throughput(tmp_path: Path) -> None:
    for arrival, told in (("none", True), ("100/s", False)):
        level = made.level({"arrival": arrival}, "php/a", ["php/b"])
        found = judged(tmp_path / arrival[:3], level).levels[0].arms[1]
        assert (found.throughput_per_second is not None) is told


def test_figures_of_several_workers_are_medians_of_the_rounds_medians(tmp_path: Path) -> None:
    records = Records(handed=7, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    waits = LockWait(count=3, p99_ns=5)
    arm = made.arm("php/b", records=records, lock_wait=waits, all_bytes=9)
    level = made.level({"writers": 2}, "php/a", [arm, "php/c"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        # Of five blocks the third is the middle one; of twelve rounds the middle is 6.5.
        own = np.where(columns["arm"] == 2, 1 + sweep, 1) * np.array([1, 10, 100, 1000, 10_000])[columns["block"]]
        names = ("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run")
        given = {name: own * factor for factor, name in enumerate(names, 1)}
        due, served = np.full(len(own), 100), np.where(columns["arm"] == 2, 50 + sweep, 100)
        return {**columns, **given, "due": due, "served": served}

    arms = judged(tmp_path, level, change=serve).levels[0].arms
    baseline, found, _ = (one.several for one in arms)
    figures = found.model_dump(exclude={"served", "p99_spread_ns", "p99_ratio"})
    assert (figures.pop("held_ns"), figures.pop("requests"), figures.pop("compared")) == (
        None,
        None,
        None,
    )  # of servers alone
    assert figures.pop("clock_error_ns") is None  # of writers on other hosts alone
    assert figures == pytest.approx(
        {
            "p50_ns": 650,
            "p90_ns": 1300,
            "p99_ns": 1950,
            "longest_ns": 2600,
            "stall_ns": 3250,
            "fairness": 3900e-6,
            "longest_run": 4550,
        }
    )
    assert (found.p99_spread_ns.low, found.p99_spread_ns.high) == pytest.approx((300 * 2.1, 300 * 10.9))
    ratio = found.p99_ratio
    # Two figures of three arms each, and twelve rounds: the first and the last.
    assert (ratio.ratio, ratio.low, ratio.high) == pytest.approx((np.sqrt(6 * 7), 1, 12))
    served = found.served
    assert (served.share, served.low, served.high) == pytest.approx((0.555, 0.50, 0.61))
    assert served.keeps_up is False and baseline.served.keeps_up is True
    assert arms[1].record == arm
    assert baseline.p99_ratio.ratio == 1.0


def test_a_level_of_several_workers_beside_one_of_one_has_figures_of_its_own(tmp_path: Path) -> None:
    levels = [
        made.level({"writers": 1}, "php/a", ["php/b"]),
        made.level({"writers": 2}, "php/a", ["php/b"], window_ns=250_000_000, workers=2),
    ]

    def tails(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "p99_ns": 1000 * (1 + columns["arm"]) * (1 + columns["level"])}

    alone, several = judged(tmp_path, *levels, change=tails).levels
    assert [arm.several for arm in alone.arms] == [None, None]
    assert [arm.several.p99_ns for arm in several.arms] == [2000, 6000]
    assert several.arms[1].several.p99_ratio.ratio == pytest.approx(3)
    none = several.arms[1].several
    assert (none.p50_ns, none.fairness, none.served) == (None, None, None)
