"""Trials of iotrial itself: what counts as a false verdict, and that one ends the command with 1."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pytest

from iotrial.cli import selftest
from iotrial.cli.edge import guarded
from iotrial.selftest.surroundings_trials import beyond_chance
from iotrial.selftest.trial import _Identical, _Planted
from iotrial.selftest.trials import IdenticalByWall, IdenticalTrials
from iotrial.stats.judge_level import ArmJudgement, LevelJudgement
from iotrial.stats.ranking import Ranking
from iotrial.stats.verdict import Verdict


def judgement(verdicts: Mapping[int, Verdict], *, invalid: str | None = None, ratio: float = 1.0) -> LevelJudgement:
    """Four arms, the baseline first; the others are equivalent but for these verdicts."""
    figures: dict[str, Any] = {field.name: None for field in dataclasses.fields(ArmJudgement)}
    arms = [
        ArmJudgement(
            **{
                **figures,
                "ratio": ratio if place else 1.0,
                "low": ratio * 0.99 if place else None,
                "high": ratio * 1.01 if place else None,
                "verdict": verdicts.get(place, "equivalent") if place else None,
            }
        )
        for place in range(4)
    ]
    return LevelJudgement(invalid, None, arms, Ranking([]), np.empty(0), np.empty(0), [True] * 4, {})


@pytest.mark.parametrize(
    ("verdicts", "invalid", "false"),
    [
        ({}, None, 0),
        ({1: "undecided", 2: "undecided"}, None, 0),
        ({1: "slower"}, None, 1),
        ({3: "faster"}, None, 1),
        ({2: "slower", 3: "faster"}, None, 1),
        ({}, "the placebo is slower", 1),
    ],
)
def test_identical_arms_that_are_told_apart_are_a_false_verdict(
    verdicts: Mapping[int, Verdict], invalid: str | None, false: int
) -> None:
    counted = _Identical()
    counted.add(judgement(verdicts, invalid=invalid))
    assert counted.false == false


def test_a_ratio_counts_by_how_far_it_is_off_on_either_side() -> None:
    counted = _Identical()
    for ratio in (0.8, 1.1):
        counted.add(judgement({}, ratio=ratio))
    assert counted.errors == pytest.approx([1.25] * 3 + [1.1] * 3) and counted.short == 0
    assert counted.width == pytest.approx(1.01 / 0.99 - 1)


@pytest.mark.parametrize(
    ("verdicts", "invalid", "found", "wrong"),
    [
        ({2: "slower"}, None, 1, 0),
        ({2: "slower"}, "the placebo is slower", 0, 0),
        ({2: "undecided"}, None, 0, 0),
        ({2: "faster"}, None, 0, 1),
        ({2: "slower", 3: "slower"}, None, 1, 1),
        ({2: "slower", 3: "faster"}, None, 1, 1),
    ],
)
def test_a_planted_slowdown_is_found_if_it_is_called_slower_and_nothing_else_is(
    verdicts: Mapping[int, Verdict], invalid: str | None, found: int, wrong: int
) -> None:
    counted = _Planted()
    counted.add(judgement(verdicts, invalid=invalid))
    assert (counted.found, counted.wrong) == (found, wrong)


@pytest.mark.parametrize(
    ("wrong", "trials", "beyond"),
    [(0, 2, False), (1, 2, False), (2, 2, True), (6, 40, False), (7, 40, True), (40, 40, True)],
)
def test_names_are_more_than_promised_if_one_in_twenty_hardly_gives_them(wrong: int, trials: int, beyond: bool) -> None:
    at_least = sum(math.comb(trials, k) * 0.05**k * 0.95 ** (trials - k) for k in range(wrong, trials + 1))
    assert beyond_chance(wrong, trials) is beyond is (at_least < 0.01)


@pytest.mark.parametrize(("false", "code"), [(0, 0), (1, 1)])
def test_a_false_verdict_ends_the_command_with_1(false: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    by_wall = IdenticalByWall(false_verdicts=0, worst_ratio=1.0, p99_ratio=1.0, interval_width=None)
    found = IdenticalTrials(
        trials=2,
        false_verdicts=false,
        without_interval=0,
        worst_ratio=1.01,
        p99_ratio=1.01,
        interval_width=0.01,
        clock="wall",
        by_wall=by_wall,
        arms=4,
        arm="c/a",
        hogs=0,
        longest_trial_seconds=1.0,
        seconds=2.0,
    )
    monkeypatch.setattr("iotrial.selftest.trial.aa", lambda *given, **more: found)
    monkeypatch.setattr("iotrial.cli.usable.usable", lambda: None)
    run = partial(selftest.aa, selftest.AaOptions(trials=2, seconds=1.0, seed=1))
    assert guarded(run) == code
