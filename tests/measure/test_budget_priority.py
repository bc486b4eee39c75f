"""If a budget is short, everything gives way to the level that was asked for."""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.ask.planned_risk import FEWEST_ASKED
from iotrial.ask.study import Study
from iotrial.measure.budget_priority import BudgetPriority
from iotrial.measure.round import Row
from iotrial.measure.scheduler import Stop, schedule
from iotrial.measure.sizing import CARRIED_SHARE, MOST_ADVISED_ROUNDS, SURE_SHARE, RoundCost, share_out
from iotrial.workers.state import LevelState
from measure.scripted import ScriptedHost, level, shaped

MS = 1e6
NAMES = ["a/usual", "a/quick", "a/next", "a/slow", "a/other", "a/another"]
ELIGIBLE = ("a/usual", "a/quick", "a/next", "a/slow")

costs = st.builds(
    RoundCost,
    st.floats(min_value=1 * MS, max_value=5000 * MS),
    st.floats(min_value=1 * MS, max_value=5000 * MS),
    st.integers(min_value=0, max_value=15).map(lambda half: 2 * half + 1),
)


@given(costs, st.lists(costs, max_size=6), st.floats(min_value=-1e10, max_value=1e11))
def test_the_level_that_was_asked_for_gets_most_and_no_budget_is_overdrawn(
    asked: RoundCost, others: list[RoundCost], left_ns: float
) -> None:
    shares = share_out(asked, dict(enumerate(others)), 12, 12, left_ns)
    carried_ns = 12 * sum(others[number].round_ns(blocks) for number, blocks in shares.others.items())
    assert carried_ns <= max(0.0, CARRIED_SHARE * left_ns / 2)
    assert 12 <= shares.sweeps <= MOST_ADVISED_ROUNDS
    assert shares.blocks % 2 == 1 and all(blocks % 2 == 1 for blocks in shares.others.values())
    if shares.sweeps > 12:
        assert carried_ns + shares.sweeps * asked.round_ns(shares.blocks) <= SURE_SHARE * left_ns
    if shares.others:
        assert -(-shares.sweeps // shares.every) >= 12


def test_the_costliest_level_goes_first() -> None:
    small, large = RoundCost(10 * MS, 10 * MS, 3), RoundCost(500 * MS, 900 * MS, 1)
    assert set(share_out(small, {1: small, 2: large}, 12, 12, 20_000 * MS).others) == {1}
    assert set(share_out(small, {1: small, 2: large}, 12, 12, 120_000 * MS).others) == {1, 2}


def test_blocks_that_cost_little_beside_a_start_are_kept_if_the_rounds_of_an_answer_fit() -> None:
    dear = RoundCost(4000 * MS, 20 * MS, 61)  # a start that takes as long as 200 blocks: 50 of them are a quarter
    assert share_out(dear, {}, 12, 12, 100_000 * MS).blocks == 49
    assert share_out(dear, {}, 12, 12, 80_000 * MS).blocks == 1
    assert share_out(dear, {}, 12, 12, 400_000 * MS).blocks == 61
    cheap = RoundCost(100 * MS, 100 * MS, 9)
    assert share_out(cheap, {}, 12, 12, 9_000 * MS).blocks == 1  # more rounds are worth more


def test_a_level_that_rests_has_a_round_in_every_so_many_sweeps() -> None:
    one, other = level(["a/x", "a/y"]), shaped(level(["a/x", "a/y"], 1), visits=3)
    kept: dict[int, set[object]] = {}

    def keep(sweep: int, rows: list[Row]) -> None:
        kept[sweep] = {row["level"] for row in rows}

    schedule([one, other], ScriptedHost(), 1, Stop(7), keep)
    assert [sweep for sweep, levels in kept.items() if 1 in levels] == [0, 3, 6]
    assert all(0 in levels for levels in kept.values())
    assert other.record(7).rounds == 3


def test_a_sweep_in_which_all_that_is_left_rests_is_not_stored() -> None:
    kept: list[int] = []
    schedule(
        [shaped(level(["a/x", "a/y"]), visits=2)], ScriptedHost(), 1, Stop(4), lambda sweep, rows: kept.append(sweep)
    )
    assert kept == [0, 2]


STUDY = Study("append", "?", "append", "a/usual", (), "", "", budget_seconds=60.0, eligible=ELIGIBLE)


def priority(levels: list[LevelState], clock: list[float]) -> BudgetPriority:
    named = replace(STUDY, insists_on_budget=True)
    return BudgetPriority(named, levels, 0, lambda: int(clock[0]))


def timed(one: LevelState, times_ms: dict[str, float]) -> LevelState:
    for arm in one.arms:
        arm.ns = arm.pilot_ns = times_ms.get(arm.arm, 1.0) * MS
    return one


def test_a_level_for_which_there_is_no_time_is_not_even_prepared() -> None:
    clock = [0.0]
    levels = [level(NAMES), level(NAMES, 1), level(NAMES, 2)]
    told: list[int] = []
    first = priority(levels, clock)

    def work(number: int) -> None:
        told.append(number)
        clock[0] += 12e9

    for number, one in enumerate(levels):
        first.spend(one, functools.partial(work, number))
        if one is levels[0]:
            first.leave_slow(100 * MS, 100 * MS)
    assert told == [0, 1]
    assert levels[2].progress.skipped == "there was no time for it"
    assert all(arm.status == "skipped" for arm in levels[2].arms)


def test_another_level_waits_until_the_rounds_of_the_one_asked_for_are_known_to_fit() -> None:
    def tried(block_ms: float) -> list[int]:
        levels = [timed(level(NAMES[:3]), {}), level(NAMES[:3], 1)]
        told: list[int] = []
        first = priority(levels, [0.0])
        first.spend(levels[0], functools.partial(told.append, 0))
        first.leave_slow(100 * MS, block_ms * MS)
        first.spend(levels[1], functools.partial(told.append, 1))
        return told

    assert tried(100.0) == [0, 1]
    assert tried(2000.0) == [0]  # its own rounds take most of the minute


def test_arms_that_warm_up_alone_share_a_fifth_of_the_budget_for_it() -> None:
    one = level(NAMES)
    assert priority([one], [0.0]).own_warm_up_ns() == 12e9  # none does
    for arm in one.arms:
        arm.kit = replace(arm.kit, warms_up=True)
    assert priority([one], [0.0]).own_warm_up_ns() == 2e9  # six methods, of which one has a copy


def test_of_arms_that_cannot_be_the_answer_the_quickest_of_each_kind_stays() -> None:
    one = timed(level(NAMES), {"a/other": 2.0, "a/another": 1.0})
    priority([one], [0.0]).thin_out()
    assert {arm.arm for arm in one.arms if arm.status == "skipped"} == {"a/other"}
    assert "a/another has the same guarantees" in str(one.arms[5].reason)


def test_arms_far_slower_than_the_quickest_go_but_never_the_usual_way_or_the_next() -> None:
    times = {"a/usual": 90.0, "a/quick": 1.0, "a/next": 8.0, "a/slow": 50.0, "a/other": 99.0}
    one, around = timed(level(NAMES), times), level(NAMES, 1)
    priority([one, around], [0.0]).leave_slow(0.0, 0.0)
    for left in (one, around):
        assert {arm.arm for arm in left.arms if arm.status == "skipped"} == {"a/slow"}
    few = timed(level(NAMES[:3]), {"a/usual": 90.0, "a/quick": 1.0, "a/next": 80.0})
    priority([few], [0.0]).leave_slow(0.0, 0.0)
    assert all(arm.status == "measured" for arm in few.arms)


def test_arms_leave_until_the_rounds_fit_those_first_that_cannot_be_the_answer() -> None:
    names = [*NAMES, "a/near"]
    times = {"a/usual": 1.0, "a/quick": 1.0, "a/next": 1.4, "a/slow": 2.0, "a/other": 1.0, "a/another": 3.0}

    def left(start_ms: float) -> set[str]:
        one = timed(level(names), times)
        priority([one], [0.0]).leave_slow(start_ms * MS, 80 * MS)
        return {arm.arm for arm in one.arms if arm.status == "skipped"}

    assert left(4000.0) == set()
    assert left(5000.0) == {"a/another"}
    assert left(6000.0) == {"a/another", "a/other"}
    assert left(12_000.0) == {"a/another", "a/other", "a/near", "a/slow"}  # whoever is nearly as quick stays
    assert left(60_000.0) == {
        "a/another",
        "a/other",
        "a/near",
        "a/slow",
        "a/next",
    }  # but for the two quickest, if nothing fits


def test_if_not_even_the_fewest_rounds_fit_the_usual_way_and_the_two_quickest_are_compared() -> None:
    times = {"a/usual": 1.4, "a/quick": 1.0, "a/next": 1.1, "a/slow": 1.2, "a/other": 1.0, "a/another": 1.0}

    def left(start_s: float) -> set[str]:
        one = timed(level(NAMES), times)
        priority([one], [0.0]).leave_slow(start_s * 1e9, 1 * MS)
        return {arm.arm for arm in one.arms if arm.status == "skipped"}

    assert left(8.0) == {"a/other", "a/another"}  # 60 s have room for six rounds
    assert left(20.0) == {"a/other", "a/another", "a/slow"}
    assert left(200.0) == {
        "a/other",
        "a/another",
        "a/slow",
    }  # these never leave: the answer is shown beside the next best


def test_in_windows_which_are_all_of_one_length_the_slowest_leave_and_no_rival() -> None:
    one = timed(level([*NAMES, "a/near"]), {})
    pieces = {"a/usual": 3.0, "a/quick": 1.0, "a/next": 1.1, "a/slow": 3.9, "a/near": 1.02}
    for arm in one.arms:
        arm.pilot_ns, arm.piece_ns = 250 * MS, pieces.get(arm.arm, 1.0) * MS
    eligible = ("a/near", "a/next", "a/quick", "a/slow", "a/usual")
    few = BudgetPriority(replace(STUDY, eligible=eligible), [one], 0, lambda: 0)
    few.leave_slow(8e9, 1500 * MS)
    left = {arm.arm: arm.reason for arm in one.arms if arm.status == "skipped"}
    assert set(left) == {"a/slow", "a/other", "a/another"}
    assert left["a/slow"] == "at a first look it takes 3.9 times as long as a/quick, too long for a closer one"


def test_where_nothing_else_has_the_same_guarantees_the_quickest_of_the_others_stay() -> None:
    one = timed(
        level(["a/usual", "a/other", "a/another", "a/third"]), {"a/other": 3.0, "a/another": 2.0, "a/third": 1.0}
    )
    alone = BudgetPriority(replace(STUDY, eligible=("a/usual",)), [one], 0, lambda: 0)
    alone.leave_slow(60e9, 1 * MS)
    assert {arm.arm for arm in one.arms if arm.status == "skipped"} == {"a/other"}


def test_what_leaves_for_want_of_room_says_why() -> None:
    one = timed(level(NAMES), {"a/slow": 2.0})
    priority([one], [0.0]).leave_slow(60_000 * MS, 80 * MS)
    reasons = {arm.arm: arm.reason for arm in one.arms if arm.status == "skipped"}
    assert reasons["a/slow"] == "at a first look it takes 2.0 times as long as a/usual, too long for a closer one"
    assert "something else than was asked for" in str(reasons["a/other"])


def test_a_method_that_no_budget_has_room_for_is_left_out_with_what_it_is_held_against() -> None:
    one = timed(level(NAMES[:3]), {"a/next": 30_000.0})
    priority([one], [0.0]).thin_out()
    assert one.arms[3].reason == "at a first look it takes 30000 times as long as a/usual, too long for a closer one"
    assert one.arms[0].status == one.arms[2].status == "measured"


def test_the_only_other_method_stays_however_slow_or_there_is_nothing_to_answer() -> None:
    one = timed(level(NAMES[:2]), {"a/quick": 30_000.0})
    priority([one], [0.0]).thin_out()
    assert all(arm.status == "measured" for arm in one.arms)


def test_levels_that_were_tried_out_and_are_too_dear_leave_with_the_reason() -> None:
    levels = [timed(level(NAMES[:3]), {}), level(NAMES[:3], 1), level(NAMES[:3], 2)]
    sweeps = priority(levels, [0.0]).share_out(
        [(levels[0], 10 * MS, 10 * MS), (levels[1], 10 * MS, 10 * MS), (levels[2], 10 * MS, 9_000 * MS)]
    )
    assert sweeps >= 12 and levels[1].is_measurable and not levels[2].is_measurable
    assert levels[2].progress.skipped == "there was no time for it" and levels[1].shape.visits >= 1


def test_a_first_look_holds_methods_against_those_that_can_be_the_answer() -> None:
    times = {"a/usual": 60_000.0, "a/quick": 10_000.0, "a/other": 1.0}  # what is not asked for may be far quicker
    one = timed(level([*NAMES[:2], "a/other"]), times)
    priority([one], [0.0]).thin_out()
    assert all(arm.status == "measured" for arm in one.arms)


def test_a_first_look_knows_that_some_warm_up_in_every_round() -> None:
    times = {"a/slow": 250.0}  # 12 rounds of it alone would fit

    def left(*, warms_up: bool) -> set[str]:
        one = timed(level(NAMES[:4]), times)
        for arm in one.arms:
            arm.kit = replace(arm.kit, warms_up=warms_up)
        priority([one], [0.0]).thin_out()
        return {arm.arm for arm in one.arms if arm.status == "skipped"}

    assert left(warms_up=False) == set()
    assert left(warms_up=True) == {"a/slow"}


def test_a_budget_is_kept_by_fewer_rounds_and_blocks_down_to_those_without_which_nothing_is_told() -> None:
    def fitted(start_s: float) -> tuple[float, int, int]:
        one = shaped(timed(level(NAMES[:3]), {}), blocks=9)
        first = BudgetPriority(STUDY, [one], 0, functools.partial(next, itertools.count(30 * 10**9)))
        sweeps = first.share_out([(one, start_s * 1e9, 100 * MS)])
        return first.late_ns / 1e9, one.shape.blocks, sweeps

    late_s, blocks, plenty = fitted(1.0)
    assert (late_s, blocks) == (0, 1) and plenty >= 20
    late_s, blocks, fewer = fitted(2.5)
    assert (late_s, blocks) == (0, 1) and FEWEST_ASKED < fewer < plenty
    late_s, blocks, least = fitted(60.0)
    assert least == FEWEST_ASKED and late_s == pytest.approx(FEWEST_ASKED * 60.1 - 30, abs=1)


def test_time_is_kept_for_tidying_up_but_not_too_much() -> None:
    def late_s(making_s: float) -> float:
        one = timed(level(NAMES[:3]), {})
        first = BudgetPriority(STUDY, [one], 0, lambda: 0)
        first.reserve(making_s * 1e9)
        first.share_out([(one, 10e9, 1 * MS)])
        return first.late_ns / 1e9

    assert late_s(5.0) - late_s(0.0) == pytest.approx(5.0, abs=0.1)
    assert late_s(50.0) - late_s(0.0) == pytest.approx(9.0, abs=0.1)
