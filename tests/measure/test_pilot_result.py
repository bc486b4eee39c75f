"""The result of a pilot follows from its samples alone, and changes nothing before its level is settled."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.measure.pilot import ArmPilot, PilotSamples, _try_out, leave_out_floors, pilot_result, pilot_round
from iotrial.measure.warmup import LONGEST_NS, OwnWarmUp
from iotrial.workers.state import ArmState, RoundShape
from measure.scripted import ScriptedHost, asked, level
from measure.test_least_budget import study
from measure.test_warmup import MARGIN, falling, flat

BLOCK_NS = 1e7


def seen(*times_ns: list[float], start_ns: float = 3e7) -> PilotSamples:
    """A pilot whose blocks took the same, with the times of each arm."""
    times = dict(enumerate(times_ns))
    shortest = {index: min(own) for index, own in times.items()}
    return PilotSamples(start_ns, [BLOCK_NS] * len(times_ns[0]), times, shortest)


def test_a_result_is_of_the_samples_and_the_level_stays_as_it_is_until_it_is_settled() -> None:
    one = level(["a/x", "a/y"], blocks=3, warmup_blocks=2)
    before = copy.deepcopy(one)
    samples = seen(flat(30, 3), flat(30, 4), falling(30, 3))
    result = pilot_result(one, samples, MARGIN)
    assert (one.arms, one.shape) == (before.arms, before.shape)
    assert result == pilot_result(one, samples, MARGIN)
    assert [arm.shortest_ns for arm in result.arms.values()] == [samples.shortest[index] for index in range(3)]
    assert [result.arms[index].is_moving for index in range(3)] == [False, False, True]
    result.settle(one)
    assert one.shape == RoundShape(result.blocks, result.warmup_blocks)
    assert [arm.is_moving for arm in one.arms] == [False, False, True]
    assert [arm.pilot_ns for arm in one.arms] == [samples.shortest[index] for index in range(3)]


def test_a_long_warm_up_counts_if_it_is_seen_in_two_processes() -> None:
    """A slow spell of the machine comes once; what a program does at its start it does each time."""
    one = level(["a/x", "a/y"])
    slow = [time * (1.3 if block < 20 else 1.0) for block, time in enumerate(flat(60, 3))]
    quick, other = flat(60, 4), flat(60, 5)
    samples = seen(other, quick, slow)
    assert pilot_result(one, samples, MARGIN).warmup_blocks == 20
    samples.again = {0: other, 1: quick, 2: slow}
    assert pilot_result(one, samples, MARGIN).warmup_blocks == 20
    samples.again = {0: quick, 1: other, 2: flat(60, 6)}
    assert pilot_result(one, samples, MARGIN).warmup_blocks == 1
    samples.again = {0: quick, 1: other, 2: falling(60, 3)}  # a second look that sees less says nothing
    assert pilot_result(one, samples, MARGIN).warmup_blocks == 20
    samples.again = {0: quick[:4], 1: other[:4], 2: flat(4, 6)}  # too short for a plateau
    assert pilot_result(one, samples, MARGIN).warmup_blocks == 20


def test_a_long_warm_up_is_looked_at_again_without_the_arms_that_warm_up_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    one = level(["a/x", "a/y", "a/z"])
    slow = [time * (1.3 if block < 20 else 1.0) for block, time in enumerate(flat(60, 3))]
    looked_at: list[list[int] | None] = []

    def look(*given: object, only: Sequence[ArmState] | None = None) -> PilotSamples:
        looked_at.append(None if only is None else [arm.index for arm in only])
        if only is not None:
            return seen(flat(60, 7), flat(60, 8), flat(60, 9))
        first = seen(flat(60, 4), flat(60, 5), slow, flat(60, 6))
        first.alone[3] = OwnWarmUp([1e6] * 30, [1e6] * 30, 7)
        return first

    monkeypatch.setattr("iotrial.measure.pilot.pilot_round", look)
    session: Any = SimpleNamespace(study=study(60.0), levels=[one], folder=Path(), cpu=None, priority=None)
    _try_out(session, one)
    assert looked_at == [None, [0, 1, 2]] and one.shape.warmup_blocks == 1


def test_an_arm_without_a_plateau_has_none_by_a_second_look_either() -> None:
    slow = [time * (1.3 if block < 20 else 1.0) for block, time in enumerate(flat(60, 3))]
    samples = seen(falling(60, 3), flat(60, 4), slow)
    samples.again = {0: flat(60, 7), 1: flat(60, 8), 2: flat(60, 9)}
    result = pilot_result(level(["a/x", "a/y"]), samples, MARGIN)
    assert result.warmup_blocks == 1 and [result.arms[index].is_moving for index in range(3)] == [True, False, False]


def test_a_start_is_worth_its_blocks_and_pays_for_warming_up() -> None:
    result = pilot_result(level(["a/x", "a/y"]), seen(*[[BLOCK_NS / 3] * 16] * 3), MARGIN)
    assert result.start_ns == pytest.approx(3e7 + BLOCK_NS) and result.block_ns == BLOCK_NS
    assert (result.blocks, result.warmup_blocks) == (17, 1)  # 40 ms are a quarter of 16 blocks


def test_the_first_call_of_a_process_has_no_warm_up_and_no_plateau_to_miss() -> None:
    one = asked(level(["a/x", "a/y"]), factors={"state": "first"})
    result = pilot_result(one, seen(*[falling(16, 3)] * 3), MARGIN)
    assert result.warmup_blocks == 0 and {arm.is_moving for arm in result.arms.values()} == {None}


def test_an_arm_that_was_warmed_alone_has_its_own_warm_up_and_its_shortest_sample_of_all() -> None:
    one = level(["a/x", "a/y"])
    samples = seen(*[[4e6] * 16] * 3)
    samples.alone[2] = OwnWarmUp([9e7] * 30 + [3e6], [1e8] * 31, 20)
    result = pilot_result(one, samples, MARGIN)
    found = result.arms[2]
    assert found.shortest_ns == 3e6 and found.own_warmup == pytest.approx(20, abs=1) and not found.is_moving
    assert result.start_ns == pytest.approx(3e7 + BLOCK_NS + found.own_warmup_ns)
    assert found.own_warmup_ns == found.own_warmup * 1e8  # with what is not timed


def test_an_arm_that_left_meanwhile_has_no_estimates_unless_it_was_warmed_alone() -> None:
    one = level(["a/x", "a/y", "a/z"])
    samples = seen(*[[4e6] * 16] * 4)
    samples.alone[2] = OwnWarmUp([9e7] * 31, [9e7] * 31, 20)
    for arm in one.arms[2:]:
        arm.leave("disqualified", "it harmed others")
    result = pilot_result(one, samples, MARGIN)
    assert set(result.arms) == {0, 1, 2}
    assert result.arms[2] == ArmPilot(1, 0, None, 20, is_moving=False, own_warmup_ns=20 * 9e7)


def test_floors_that_have_no_rounds_cost_none() -> None:
    one = level(["a/x", "a/y"], floors=["floor"])
    samples = seen(*[flat(30, 3)] * 4)
    leave_out_floors(one, samples)
    assert one.floors == [] and 3 not in samples.times and 3 not in samples.shortest
    floor_ns = flat(30, 3)
    assert samples.blocks_ns == [BLOCK_NS - time for time in floor_ns]
    assert set(pilot_result(one, samples, MARGIN).arms) == {0, 1, 2}


@pytest.mark.parametrize(("is_short", "is_moving", "looked_at"), [(True, False, 2), (True, True, 3), (False, False, 3)])
def test_if_time_is_short_a_placebo_warms_up_as_its_baseline_does_if_that_has_a_plateau(
    monkeypatch: pytest.MonkeyPatch, is_short: bool, is_moving: bool, looked_at: int
) -> None:
    one = level(["a/x", "a/y"])
    for arm in one.arms:
        arm.kit = replace(arm.kit, warms_up=True)
    allowed: list[float] = []

    def warmed(worker: object, iterations: int, margin: float, control: object, longest_ns: float) -> OwnWarmUp:
        allowed.append(longest_ns)
        return OwnWarmUp([1e6] * 30, [1e6] * 30, 7, is_moving)

    monkeypatch.setattr("iotrial.measure.pilot.warm_alone", warmed)
    host = ScriptedHost()
    monkeypatch.setattr("iotrial.measure.pilot.round_workers_of", lambda one, cpu, logs: host.round_workers(one, cpu))
    seen = pilot_round(one, Path(), None, MARGIN, own_ns=2e9 if is_short else None)
    assert len(allowed) == looked_at and set(seen.alone) == {0, 1, 2}
    assert seen.alone[1].samples == 7
    assert set(allowed) == {2e9 if is_short else LONGEST_NS}


def test_of_windows_the_pilot_knows_how_long_a_piece_of_work_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    one = level(["a/x", "a/y"])
    counts = {0: iter([10, 20] * 50), 1: iter([10, 20] * 50), 2: iter([500, 400] * 50)}

    def worker(index: int) -> Any:
        figures = {"wall_ns": 250_000_000, "user_ns": None, "system_ns": None}
        return SimpleNamespace(sample=lambda iterations: {**figures, "counted": next(counts[index])})

    workers = SimpleNamespace(start=lambda starts: {arm.index: worker(arm.index) for arm, _ in starts})
    monkeypatch.setattr("iotrial.measure.pilot.round_workers_of", lambda one, cpu, logs: nullcontext(workers))
    samples = pilot_round(one, Path(), None, MARGIN)
    assert samples.pieces == {0: 250e6 / 20, 1: 250e6 / 20, 2: 250e6 / 500}
    pilot_result(one, samples, MARGIN).settle(one)
    assert [arm.pilot_ns for arm in one.arms] == [250e6] * 3
    assert [arm.piece_ns for arm in one.arms] == [12.5e6, 12.5e6, 0.5e6]
