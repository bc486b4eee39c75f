"""Servers whose programs compile as they go: loaded alone until they are as quick as they get, in each round anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.session.scheduler import Stop, schedule
from iotrial.session.warm_alone import LEAST_SAMPLES, LONGEST_NS, MOST_SAMPLES, own_warm_up, share_warm_up, warm_alone
from iotrial.workers.arm_worker import SampleFailed
from session.scripted import ScriptedArmWorker, ScriptedHost, level
from session.test_warmup import MARGIN, falling, flat, stepped


def warmed(times_ns: Callable[[int], float], so_far: Sequence[float] = ()) -> tuple[int, bool | None, int]:
    """The own warm-up of an arm, if it still moves, and how many samples that took."""
    arm = level(["a/x", "a/y"]).arms[2]
    host = ScriptedHost(lambda name, sweep, count: times_ns(count + len(so_far)))
    all_ns = warm_alone(arm, ScriptedArmWorker(host, arm, 0), so_far, MARGIN)
    return arm.own_warmup, arm.is_moving, len(all_ns)


def test_a_server_is_sampled_until_its_plateau_has_held_as_long_as_what_came_before() -> None:
    assert warmed(stepped(MOST_SAMPLES, 9, 1).__getitem__) == (9, False, LEAST_SAMPLES)
    needed, is_moving, samples = warmed(stepped(MOST_SAMPLES, 15, 1).__getitem__)
    assert (needed, is_moving) == (15, False) and 30 <= samples < 36


def test_what_it_was_sampled_before_counts() -> None:
    slow_at_first = stepped(MOST_SAMPLES, 3, 2)
    needed, is_moving, samples = warmed(slow_at_first.__getitem__, slow_at_first[:4])
    assert (needed, is_moving, samples) == (3, False, LEAST_SAMPLES)


def test_few_samples_that_took_long_tell_nothing() -> None:
    needed, is_moving, samples = warmed(lambda count: LONGEST_NS / 10)
    assert (needed, is_moving, samples) == (0, True, 10)


def test_a_server_without_a_plateau_is_marked_and_keeps_nobody_waiting() -> None:
    ever_quicker = falling(MOST_SAMPLES, 3)
    assert warmed(ever_quicker.__getitem__) == (0, True, MOST_SAMPLES)
    needed, is_moving, samples = warmed(lambda count: LONGEST_NS / 25e6 * ever_quicker[count])
    assert (needed, is_moving) == (0, True) and 25 <= samples < 40


def test_a_server_that_fails_has_no_plateau() -> None:
    arm = level(["a/x", "a/y"]).arms[2]
    assert warm_alone(arm, SampleFailed("is gone", alive=False), [1e6] * 3, MARGIN) == [1e6] * 3
    assert (arm.own_warmup, arm.is_moving) == (0, True)

    def fails(name: str, sweep: int, count: int) -> float:
        raise SampleFailed("answered with 500", alive=True)

    warm_alone(arm, ScriptedArmWorker(ScriptedHost(fails), arm, 0), [], MARGIN)
    assert arm.is_moving


@pytest.mark.parametrize(("times_ns", "needed"), [(flat(23, 1), None), (flat(24, 1), 0), (stepped(24, 14, 1), None)])
def test_a_plateau_takes_some_samples_and_half_of_all(times_ns: list[float], needed: int | None) -> None:
    assert own_warm_up(times_ns, MARGIN) == needed


def test_servers_of_one_stack_have_the_same_warm_up() -> None:
    one = level(["a/x", "a/y"])
    other = replace(one.arms[0], kit=replace(one.arms[0].kit, language="other", folder=Path("other")), own_warmup=2)
    for arm, needed in zip(one.arms, (19, 4, 17), strict=True):
        arm.own_warmup = needed
    share_warm_up([*one.arms, other])
    assert [arm.own_warmup for arm in (*one.arms, other)] == [19, 19, 19, 2]


def test_each_round_begins_with_its_samples_which_are_not_kept() -> None:
    one = level(["a/x", "a/y"], blocks=1)
    one.arms[2] = replace(one.arms[2], own_warmup=5)
    host, rows = ScriptedHost(), []
    schedule([one], host, 1, Stop(2), lambda sweep, found: rows.extend(found))
    for number in range(2):
        indices = [index for sweep, index in host.measured if sweep == number]
        assert indices[:5] == [2] * 5 and sorted(indices[5:]) == [0, 0, 1, 1, 2, 2]
    assert len(rows) == 6 and one.arms[2].record().own_warmup == 5
