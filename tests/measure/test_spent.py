"""The wall time of a run by what it went into, and a budget that leaves the rounds that an interval takes (rule 10)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.ask import tree
from iotrial.ask.planned_risk import FEWEST_TELLING, planned_risk, useful_rounds
from iotrial.ask.study import Study
from iotrial.judge.run_risk import risk_of_levels
from iotrial.measure.budget_priority import BudgetPriority
from iotrial.measure.least_budget import rounds_that_tell
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.running_session import EVIDENCE_SHARE, Session, Spending
from iotrial.measure.sweeps import _least_rounds
from iotrial.store.record import Spent
from iotrial.workers.conditions import Served
from iotrial.workers.state import LevelState
from judge import made
from measure.scripted import level, shaped

our_tree = functools.cache(tree.load)


def session(*, evidence: bool = True, budget_seconds: float = 20.0, **given: Any) -> Session:
    insists = given.pop("insists_on_budget", False)
    study = Study("made", "?", "job", "a/x", (), "", "", budget_seconds=budget_seconds, fills_budget=True)
    study = replace(study, insists_on_budget=insists)
    setting = RunSetting(our_tree(), Path(), None, cast("Any", SimpleNamespace()), evidence)
    levels = given.pop("levels", [level(["a/x", "a/y"])])
    return Session(study, setting, levels, Path(), cast("Any", SimpleNamespace(cpus=[0])), begun_ns=1_000, **given)


def planned(levels: Sequence[LevelState], chosen: Sequence[LevelState], *, insisted: bool = False) -> int:
    """The rounds that intervals at some of a study's levels take; insisted: with as few as that may be."""
    risk = planned_risk(session(levels=list(levels)).study, [len(one.arms) for one in levels])
    return FEWEST_TELLING if insisted else useful_rounds(risk, [len(one.arms) for one in chosen])


def spent(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> Spending:
    """Times of stages, by a clock that passes as they say."""
    now = [0.0]
    monkeypatch.setattr("iotrial.measure.running_session.time.monotonic_ns", lambda: int(now[0] * 1e9))
    found = Spending()
    for stage, length in seconds.items():
        with found.on(cast("Any", stage)):
            now[0] += length
    return found


def test_each_stage_has_its_time_and_one_that_fails_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = spent(monkeypatch, building=3.0, rounds=7.0, evidence=0.5)
    with pytest.raises(KeyboardInterrupt), found.on("pilot"):
        raise KeyboardInterrupt
    whole = {"building_ns": 3 * 10**9, "verifying_ns": 0, "pilot_ns": 0, "rounds_ns": 7 * 10**9}
    assert found.record().model_dump() == {**whole, "evidence_ns": 500_000_000}


def test_a_run_that_goes_on_adds_to_what_it_took_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Spent(building_ns=1, verifying_ns=2, pilot_ns=3, rounds_ns=4, evidence_ns=5)
    found = spent(monkeypatch, rounds=1.0).record(before)
    assert found == before.model_copy(update={"rounds_ns": 1_000_000_004})


def test_building_does_not_count_against_the_budget_and_evidence_has_a_tenth_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = session(budget_seconds=100.0, spent=spent(monkeypatch, building=60.0))
    assert 8e9 < slow.evidence_ns == EVIDENCE_SHARE * 100e9 < 10e9
    assert slow.deadline_ns == 1_000 + 160e9 - slow.evidence_ns
    assert session(budget_seconds=20.0).evidence_ns == 2e9
    assert session(evidence=False).deadline_ns == 1_000 + 20e9


@pytest.mark.parametrize("budget_seconds", [0.001, 20.0])
def test_the_least_rounds_are_those_of_the_widest_level_whatever_the_budget(budget_seconds: float) -> None:
    names = [f"a/{number}" for number in range(9)]
    levels = [level(names), level(["a/x", "a/y"], 1)]
    found = _least_rounds(session(levels=levels, budget_seconds=budget_seconds), rounds=24)
    assert found == planned(levels, levels[:1]) == 11
    assert _least_rounds(session(levels=levels), rounds=8) == 8  # the plan's own number is never exceeded
    insisted = _least_rounds(session(levels=levels, insists_on_budget=True), rounds=24)
    assert insisted == planned(levels, levels[:1], insisted=True) == FEWEST_TELLING


def test_pieces_of_work_have_a_share_of_the_risk_so_that_it_takes_more_rounds() -> None:
    levels = [level([f"a/{number}" for number in range(8)], index) for index in range(3)]
    study = session(levels=levels).study
    without = rounds_that_tell(study, levels)
    levels[0].plan.task.served = Served(8)
    found = rounds_that_tell(study, levels)
    assert levels[0].plan.has_pieces and found == without + 1
    # What the run is judged by afterwards is what was planned.
    arms = [len(one.arms) for one in levels]
    assert useful_rounds(risk_of_levels(made.run([levels[0].record(12)] * 3), arms), arms) == found


def test_levels_that_give_way_ask_for_nothing() -> None:
    levels = [level(["a/x", "a/y"]), level([f"a/{number}" for number in range(9)], 1)]
    shaped(levels[1], visits=3)
    assert _least_rounds(session(levels=levels), rounds=24) == planned(levels, levels[:1])


def test_building_counts_against_the_time_of_an_answer_up_to_half_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = level(["a/x", "a/y"])

    def deadline_s(building_s: float, *, is_asked: bool) -> float:
        found = session(
            evidence=False, levels=[one, level(["a/x", "a/y"], 1)], spent=spent(monkeypatch, building=building_s)
        )
        if is_asked:
            found = replace(found, priority=BudgetPriority(found.study, found.levels, found.begun_ns, lambda: 0))
            assert found.first_levels == [one]  # the other one waits
        else:
            assert found.first_levels == found.levels
        return (found.deadline_ns - found.begun_ns) / 1e9

    assert deadline_s(4.0, is_asked=False) == pytest.approx(24.0)  # the program of a study is not what is asked about
    assert deadline_s(4.0, is_asked=True) == pytest.approx(20.0)
    assert deadline_s(13.0, is_asked=True) == pytest.approx(23.0)
