"""Figures of servers are judged as they should be, and the faults that are planted are methods."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.__main__ import SERVERS
from benchmarks.servers import PARTS, faults
from benchmarks.servers.by_hand import is_within, ratio_bounds
from benchmarks.servers.same_servers import COPIES, Found, copied, row
from benchmarks.servers.starts_and_stops import Tally, rows_of

from iotrial.ask import tree


def test_every_part_can_be_named() -> None:
    assert tuple(PARTS) == SERVERS


@pytest.mark.parametrize(
    ("ratio", "low", "high", "within"),
    [(1.04, 1.0, 1.2, True), (0.9, 0.8, 0.96, None), (1.2, 1.04, 1.3, None), (0.9, 0.85, 0.94, False)],
)
def test_a_ratio_that_noise_may_have_moved_is_not_judged(
    ratio: float, low: float, high: float, within: bool | None
) -> None:
    assert is_within(ratio, low, high) is within


def test_the_interval_of_a_ratio_holds_it() -> None:
    low, high = ratio_bounds([98.0, 100.0, 102.0] * 3, [49.0, 50.0, 51.0] * 3)
    assert 1.9 < low <= 2.0 <= high < 2.1


def trial(verdict: str, ratio: float, low: float | None = 0.99) -> Any:
    arms = [SimpleNamespace(ratio=1.0, low=None, high=None, verdict=None)]
    arms += [SimpleNamespace(ratio=ratio, low=low, high=low and 1.01, verdict=verdict) for _ in range(3)]
    return SimpleNamespace(judgement=SimpleNamespace(arms=arms, invalid=None), seconds=1.0)


@pytest.mark.parametrize(
    ("verdict", "ratio", "low", "is_reached"),
    [
        ("equivalent", 1.01, 0.99, True),
        ("slower", 1.01, 0.99, False),
        ("undecided", 0.9, 0.99, False),
        ("undecided", 1.01, None, None),
    ],
)
def test_trials_without_an_interval_prove_nothing(
    verdict: str, ratio: float, low: float | None, is_reached: bool | None
) -> None:
    found = Found()
    found.add(trial(verdict, ratio, low))
    assert row(found, 1, 1.0).is_reached is is_reached


def test_faults_and_copies_are_methods_that_a_tree_may_have(tmp_path: Path) -> None:
    names = [
        faults.slower(tmp_path / "slower", 100),
        faults.drops(tmp_path / "drops", 10_000, tmp_path),
        faults.wrong(tmp_path / "wrong"),
        faults.leaks(tmp_path / "leaks", 1024),
    ]
    folders = [tmp_path / name.partition("/")[2] for name in names]
    catalog = tree.load([*folders, copied(tmp_path / "copies")])
    known = {method.arm for method in catalog.methods_of("serve")}
    assert known >= {*names, *(f"nginx_fpm/{name}" for name in COPIES)}


def test_what_is_left_is_said_and_what_was_not_done_is_not_reached() -> None:
    left, files, ended = rows_of(Tally(4, 8, {"nginx"}, Counter(worker=1), left=["process 7 nginx"]), [], 4)
    assert (left.is_reached, files.is_reached, ended.is_reached) == (False, True, True)
    assert left.found.startswith("1: process 7 nginx; 4 commands")
    assert [found.is_reached for found in rows_of(Tally(3), [], 4)] == [None, None, None]
