"""The state of levels while a run goes on: it is what the finished run will say of the same rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.measure.round import Row
from iotrial.measure.running_standings import Standings
from iotrial.measure.scheduler import Follower, Stop, schedule
from iotrial.stats.wide_interval import FEWEST
from iotrial.store.read import open_run
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.state import LevelState
from judge import made
from measure.scripted import SAMPLE_NS, ScriptedHost, level


def script(arm: str, sweep: int, count: int) -> float:
    return SAMPLE_NS * (1.5 if arm == "a/slow" else 1.0)


def stand(one: LevelState, host: ScriptedHost, rounds: int) -> Standings:
    standings = Standings(0.01, rounds)
    schedule([one], host, 1, Stop(rounds), lambda sweep, rows: None, Follower(round=standings.add))
    return standings


def test_before_the_first_round_there_is_nothing_to_look_at() -> None:
    assert Standings(0.01).look(level(["a/x", "a/slow"])) is None


def test_ratios_are_told_from_the_first_round_and_intervals_when_there_are_enough() -> None:
    one = level(["a/x", "a/slow"])
    early = stand(one, ScriptedHost(script), 3).look(one)
    assert early is not None and early.rounds == 3 and early.planned == 3 and early.first_interval == FEWEST
    assert [arm.arm for arm in early.arms] == ["a/x", "a/slow"]
    assert early.arms[1].ratio == pytest.approx(1.5) and early.arms[1].low is None
    late = stand(one, ScriptedHost(script), 8).look(one)
    assert late is not None and late.arms[1].low == pytest.approx(1.5)
    # Before, nothing is known of how rounds follow each other: a large difference at the most is told.
    before = stand(one, ScriptedHost(script), early.first_interval).look(one)
    assert before is not None and before.arms[1].low == pytest.approx(1.0)


def test_an_arm_that_leaves_is_told_with_its_reason_and_has_no_figures_any_more() -> None:
    def fails(arm: str, sweep: int, count: int) -> float:
        if arm == "a/slow" and sweep > 0:
            raise SampleFailed("no figure", alive=True)
        return SAMPLE_NS

    one = level(["a/x", "a/slow", "a/z"])
    found = stand(one, ScriptedHost(fails), 3).look(one)
    assert found is not None and [arm.arm for arm in found.arms] == ["a/x", "a/z"]
    assert "a/slow failed: no figure" in found.notes


def test_floors_have_no_standing() -> None:
    one = level(["a/x", "a/slow"], floors=["least"])
    found = stand(one, ScriptedHost(script), 2).look(one)
    assert found is not None and len(found.arms) == 2


def test_a_round_is_told_when_its_workers_are_gone() -> None:
    host = ScriptedHost()
    told: list[tuple[int, int]] = []

    def on_round(one: LevelState, rows: list[Row]) -> None:
        told.append((host.closed, len(rows)))

    schedule([level(["a/x", "a/y"])], host, 1, Stop(2), lambda sweep, rows: None, Follower(round=on_round))
    assert told == [(1, 9), (2, 9)]


def test_a_run_that_goes_on_stands_as_it_did(tmp_path: Path) -> None:
    record = made.level({"n": 0}, "a/x", ["a/slow"], blocks=3)
    stored = open_run(made.store(tmp_path, made.run([record]), {"a/slow": 1.5}, sweeps=9, noise=0.0))
    one = level(["a/x", "a/slow"])
    standings = Standings(0.01, 12)
    standings.recall([one], stored)
    found = standings.look(one)
    assert found is not None and found.rounds == 9 and found.arms[1].low == pytest.approx(1.5)
    schedule(
        [one], ScriptedHost(script), 1, Stop(12, done=range(9)), lambda sweep, rows: None, Follower(round=standings.add)
    )
    found = standings.look(one)
    assert found is not None and found.rounds == 12 and found.arms[1].ratio == pytest.approx(1.5)
