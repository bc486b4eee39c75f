"""Servers whose programs compile as they go: loaded alone until they are as quick as they get, in each round anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from iotrial.measure.scheduler import Stop, schedule
from iotrial.measure.warmup import (
    LEAST_STRETCHES,
    LONGEST_NS,
    MOST_SAMPLES,
    MOST_STRETCHES,
    MOST_UNSETTLED_NS,
    STRETCH_NS,
    UNSEEN_STRETCHES,
    OwnWarmUp,
    own_time_ns,
    own_warm_up,
    shared_warm_up,
    warm_alone,
    warms_alone,
)
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.protocol import FIGURES
from iotrial.workers.window import Window
from measure.scripted import ScriptedArmWorker, ScriptedHost, asked, level
from measure.test_warmup import MARGIN, falling, flat, stepped

#: How many times as long as in the series of a pilot a sample takes if it is a stretch by itself.
LONG = 2 * STRETCH_NS / 1e6


def warmed(times_ns: Callable[[int], float]) -> tuple[int, bool | None, int]:
    """The own warm-up of an arm, if it still moves, and how many samples that took."""
    arm = level(["a/x", "a/y"]).arms[2]
    host = ScriptedHost(lambda name, sweep, count: times_ns(count))
    found = warm_alone(ScriptedArmWorker(host, arm, 0), arm.iterations, MARGIN)
    return found.samples, found.is_moving, len(found.times_ns)


def long(times_ns: Sequence[float]) -> list[float]:
    return [LONG * time_ns for time_ns in times_ns]


def test_an_arm_is_sampled_until_its_plateau_has_held_as_long_as_what_came_before() -> None:
    assert warmed(long(stepped(MOST_STRETCHES, 9, 1)).__getitem__) == (9, False, LEAST_STRETCHES)
    needed, is_moving, samples = warmed(long(stepped(MOST_STRETCHES, 15, 1)).__getitem__)
    assert (needed, is_moving) == (15, False) and 30 <= samples < 36


def test_short_samples_count_by_the_time_that_they_take() -> None:
    """A step after 90 samples of a millisecond is seen in stretches of 25."""
    needed, is_moving, samples = warmed(stepped(MOST_SAMPLES, 90, 1).__getitem__)
    assert not is_moving and 90 <= needed <= 150
    assert LEAST_STRETCHES * STRETCH_NS <= samples * 1e6 <= MOST_STRETCHES * STRETCH_NS
    needed, is_moving, samples = warmed(lambda count: 1e3)
    assert (needed, is_moving) == (UNSEEN_STRETCHES * MOST_SAMPLES // MOST_STRETCHES, False) and samples <= MOST_SAMPLES


@pytest.mark.parametrize(
    ("figures", "time_ms"),
    [
        ({"wall_ns": 30, "queue_ns": 10}, 20),  # others had the CPU
        (
            {"wall_ns": 30, "queue_ns": 10, "user_ns": 25, "system_ns": 4},
            28.98,
        ),  # mostly for its own compiler
        ({"wall_ns": 30, "queue_ns": 0, "user_ns": 50, "system_ns": 9}, 30),  # they worked at once
        ({"wall_ns": 30, "queue_ns": None, "user_ns": None, "system_ns": None}, 30),
    ],
)
def test_a_wait_for_a_thread_of_its_own_is_its_time(figures: dict[str, int | None], time_ms: float) -> None:
    given = {name: None if value is None else value * 1_000_000 for name, value in figures.items()}
    assert own_time_ns({**dict.fromkeys(FIGURES), **given}) == time_ms * 1e6


def test_a_machine_that_is_slow_by_turns_is_told_by_a_control() -> None:
    slow_at_first = long(stepped(MOST_STRETCHES, 9, 1))
    arm = level(["a/x", "a/y"]).arms[2]
    speeds = iter([(1.0, 1.4)[(number // 8) % 2] for number in range(1000)])
    now = 1.0

    def script(name: str, sweep: int, count: int) -> float:
        nonlocal now
        now = next(speeds)
        return now * slow_at_first[count]

    def warm(control_ns: Callable[[], float] | None) -> tuple[int, bool | None]:
        found = warm_alone(ScriptedArmWorker(ScriptedHost(script), arm, 0), 1, MARGIN, control_ns)
        return found.samples, found.is_moving

    assert warm(None)[1]
    needed, is_moving = warm(lambda: now * LONG / 2 * 1e6)
    assert not is_moving and 9 < needed <= 15  # half of a sample's time after each is a rest, in which a compiler works


def test_a_control_that_is_not_steady_takes_no_plateau_away() -> None:
    arm = level(["a/x", "a/y"]).arms[2]
    host = ScriptedHost(lambda name, sweep, count: LONG * 1e6)
    moving = iter(falling(MOST_STRETCHES, 3))
    found = warm_alone(ScriptedArmWorker(host, arm, 0), 1, MARGIN, lambda: next(moving))
    assert (len(found.times_ns), found.samples, found.is_moving) == (LEAST_STRETCHES, UNSEEN_STRETCHES, False)


def test_a_control_that_fails_is_none_from_then_on() -> None:
    arm = level(["a/x", "a/y"]).arms[2]
    slow_at_first = long(stepped(MOST_STRETCHES, 9, 1))
    host = ScriptedHost(lambda name, sweep, count: slow_at_first[count])
    asked: list[int] = []

    def control_ns() -> float:
        asked.append(1)
        if len(asked) > 3:
            raise SampleFailed("is gone", alive=False)
        return 1e6

    found = warm_alone(ScriptedArmWorker(host, arm, 0), 1, MARGIN, control_ns)
    assert len(found.times_ns) == LEAST_STRETCHES
    assert not found.is_moving and 9 <= found.samples < 12 and len(asked) == 4


@pytest.mark.parametrize(
    ("untimed_ms", "size"),
    [(150, 2), (300, 1), (10, 25), (0.5, 50)],  # samples of 20 us; 50 of them are a stretch at the most
)
def test_what_is_not_timed_counts_as_warming_up_if_it_is_most_of_it(
    monkeypatch: pytest.MonkeyPatch, untimed_ms: float, size: int
) -> None:
    """A plateau shows after two dozen stretches, which are no longer than a quarter of a second with all."""
    arm = level(["a/x", "a/y"]).arms[2]
    passed_ns = iter(range(0, 10**15, int(untimed_ms * 1e6)))
    monkeypatch.setattr("iotrial.measure.warmup.time", SimpleNamespace(monotonic_ns=lambda: next(passed_ns)))
    times_ns = [20 * time_ns / 1e3 for time_ns in stepped(MOST_STRETCHES * size, 9 * size, 1)]
    host = ScriptedHost(lambda name, sweep, count: times_ns[count])
    found = warm_alone(ScriptedArmWorker(host, arm, 0), 1, MARGIN, longest_ns=1e9)
    assert (found.samples, found.is_moving) == (9 * size, False)
    assert LEAST_STRETCHES * size <= len(found.times_ns) < (LEAST_STRETCHES + 2) * size
    assert found.needed_ns == pytest.approx(9 * size * untimed_ms * 1e6)


def test_few_samples_that_took_long_tell_nothing() -> None:
    needed, is_moving, samples = warmed(lambda count: LONGEST_NS / 10)
    assert (needed, is_moving, samples) == (0, True, 10)


def test_an_arm_without_a_plateau_is_marked_and_keeps_nobody_waiting() -> None:
    ever_quicker = falling(MOST_STRETCHES, 3)
    assert warmed(long(ever_quicker).__getitem__) == (0, True, MOST_STRETCHES)
    needed, is_moving, samples = warmed(lambda count: LONGEST_NS / 25e6 * ever_quicker[count])
    assert (needed, is_moving) == (0, True) and 25 <= samples < 40


def test_an_arm_that_fails_has_no_plateau() -> None:
    arm = level(["a/x", "a/y"]).arms[2]
    assert warm_alone(SampleFailed("is gone", alive=False), 1, MARGIN) == OwnWarmUp([], [], is_moving=True)

    def fails(name: str, sweep: int, count: int) -> float:
        raise SampleFailed("answered with 500", alive=True)

    assert warm_alone(ScriptedArmWorker(ScriptedHost(fails), arm, 0), 1, MARGIN).is_moving


@pytest.mark.parametrize(("times_ns", "needed"), [(flat(23, 1), None), (flat(24, 1), 0), (stepped(24, 14, 1), None)])
def test_a_plateau_takes_some_samples_and_half_of_all(times_ns: list[float], needed: int | None) -> None:
    assert own_warm_up(long(times_ns), MARGIN, 1) == needed


def shared(needs: Sequence[int | None], times_ns: Sequence[Sequence[float]]) -> list[tuple[int, bool]]:
    """The warm-ups of arms of one method, from what each needed; None: it has no plateau."""
    one = level(["a/x"]).arms[0]
    arms = [replace(one, index=number) for number in range(len(needs))]
    return [(own.samples, own.is_moving) for own in shared_warm_up(arms, alone(needs, times_ns)).values()]


def alone(needs: Sequence[int | None], times_ns: Sequence[Sequence[float]]) -> dict[int, OwnWarmUp]:
    """What arms needed alone, by their index."""
    each = zip(needs, times_ns, strict=True)
    return {index: OwnWarmUp(own, own, needed or 0, needed is None) for index, (needed, own) in enumerate(each)}


def test_copies_of_a_method_warm_up_for_as_long_as_the_usual_one_of_them_needed() -> None:
    for needs, usual in (((19, 4, 17), 17), ((40, 0, 0), 0), ((9, None, 9), 9), ((6, 10), 8)):
        assert shared(needs, [[1e8] * 40] * len(needs)) == [(usual, False)] * len(needs)


def test_copies_without_any_plateau_have_none_and_are_warmed_for_as_long_as_one_takes_to_be_seen() -> None:
    assert shared((None, None), [[1e8] * 40] * 2) == [(LEAST_STRETCHES // 2, True)] * 2
    assert shared((None, None), [[1e9] * 40] * 2) == [(math.ceil(MOST_UNSETTLED_NS / 1e9), True)] * 2
    assert shared((None, None), [[], []]) == [(0, True)] * 2  # both have failed


def test_a_slow_beginning_is_not_taken_for_many_later_samples() -> None:
    """Seven samples of which the first takes ten times as long as later ones: in a round they take that again."""
    times_ns = [1e9, 6e8, 5e8, 4e8, 3e8, 2e8, 1.4e8, *[1e8] * 20]
    assert sum(times_ns[:7]) / 1e8 > 31
    assert shared((7, 7), [times_ns] * 2) == [(14, False)] * 2
    assert shared((7,), [times_ns[:7] + [3e8] * 20]) == [(math.ceil(sum(times_ns[:7]) / 3e8), False)]
    later = replace(alone((0,), [[1e8] * 27])[0], samples=0)  # in a kit whose methods take 3.1 s: as many as fill it
    one = level(["a/x"]).arms[0]
    arms = [replace(one, index=0), replace(one, index=1, method=replace(one.method, name="other"))]
    found = shared_warm_up(arms, {0: alone((7,), [times_ns])[0], 1: later})
    assert [found[index].samples for index in (0, 1)] == [14, math.ceil(sum(times_ns[:7]) / 2 / 1e8)]


def test_no_arm_warms_up_for_less_time_than_is_usual_in_its_kit() -> None:
    one = level(["a/x"]).arms[0]
    quick, slow = (replace(one.method, name=name) for name in ("quick", "slow"))
    arms = [
        one,
        replace(one, index=1, method=quick),
        replace(one, index=2, method=slow),
        replace(one, index=3, kit=replace(one.kit, language="other", folder=Path("other"))),
    ]
    found = shared_warm_up(arms, alone((20, 0, 15, 2), ([1e8] * 40, [1e7] * 40, [2e8] * 40, [1e8] * 40)))
    # 2 s, 0 s and 3 s are needed, so 2 s is usual; another kit has its own 0.2 s.
    assert [found[arm.index].samples for arm in arms] == [20, 200, 15, 2]
    found = shared_warm_up(arms[:2], alone((20, 200), ([1e9] * 40, [1e3] * 40)))
    assert found[1].samples == MOST_SAMPLES // 2


def test_what_comes_first_or_takes_its_time_is_not_warmed_alone() -> None:
    one = level(["a/x"])
    arm = one.arms[0]
    assert not warms_alone(one, arm)
    arm = replace(arm, kit=replace(arm.kit, warms_up=True))
    assert warms_alone(one, arm)
    assert not warms_alone(asked(level(["a/x", "a/y"]), factors={"state": "first"}), arm)
    one.plan.task.window = Window.__new__(Window)
    assert not warms_alone(one, arm)


def test_each_round_begins_with_its_samples_which_are_not_kept() -> None:
    one = level(["a/x", "a/y"], blocks=1)
    one.arms[2] = replace(one.arms[2], own_warmup=5)
    host, rows = ScriptedHost(), []
    schedule([one], host, 1, Stop(2), lambda sweep, found: rows.extend(found))
    for number in range(2):
        indices = [index for sweep, index in host.measured if sweep == number]
        assert indices[:5] == [2] * 5 and sorted(indices[5:]) == [0, 0, 1, 1, 2, 2]
    assert len(rows) == 6 and one.arms[2].record().own_warmup == 5


def test_an_arm_that_fails_alone_is_not_tried_again_and_again() -> None:
    one = level(["a/x", "a/y"], blocks=1)
    one.arms[2] = replace(one.arms[2], own_warmup=500)

    def script(name: str, sweep: int, count: int) -> float:
        if name == "a/y":
            raise SampleFailed("is not in the mood", alive=True)
        return 1.0

    host = ScriptedHost(script)
    schedule([one], host, 1, Stop(1), lambda sweep, found: None)
    assert [index for _, index in host.measured].count(2) < 10
