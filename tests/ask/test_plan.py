from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.ask import plan
from iotrial.ask.planned_risk import risk_of_text

seeds = st.integers(0, 2**63 - 1)
sweeps = st.integers(0, 1000)
some_arms = st.integers(1, 31)


@given(seeds, sweeps, st.integers(0, 100), st.integers(0, 70), some_arms)
def test_every_block_is_a_permutation_and_the_same_seed_gives_the_same_plan(
    seed: int, sweep: int, level: int, blocks: int, arms: int
) -> None:
    orders = plan.block_orders(seed, sweep, level, blocks, arms)
    assert orders.shape == (blocks, arms)
    assert (np.sort(orders, axis=1) == np.arange(arms)).all()
    assert (orders == plan.block_orders(seed, sweep, level, blocks, arms)).all()


def followers(orders: plan.Integers) -> Counter[tuple[int, int]]:
    return Counter((int(row[place]), int(row[place + 1])) for row in orders for place in range(len(row) - 1))


@given(seeds, sweeps, st.integers(2, 20), st.integers(1, 3))
def test_whole_designs_are_balanced_for_slots_and_for_what_comes_before(
    seed: int, sweep: int, arms: int, designs: int
) -> None:
    rows = designs * (arms if arms % 2 == 0 else 2 * arms)
    orders = plan.block_orders(seed, sweep, 0, rows, arms)
    pairs = followers(orders)
    assert len(pairs) == arms * (arms - 1)
    assert set(pairs.values()) == {rows // arms}
    for slot in range(arms):
        assert set(np.bincount(orders[:, slot], minlength=arms)) == {rows // arms}


@given(seeds, st.integers(2, 15), st.integers(0, 14))
def test_with_a_block_for_each_arm_every_arm_stands_once_in_every_slot(seed: int, arms: int, more: int) -> None:
    orders = plan.block_orders(seed, 0, 0, arms + min(more, arms - 1), arms)[:arms]
    assert all(len(set(orders[:, slot])) == arms for slot in range(arms))


def test_the_labelling_changes_from_round_to_round() -> None:
    firsts = {tuple(plan.block_orders(1, sweep, 0, 4, 4)[0]) for sweep in range(200)}
    assert len(firsts) == 24


def test_every_arm_is_as_often_after_every_other_over_many_short_rounds() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for sweep in range(2000):
        pairs += followers(plan.block_orders(3, sweep, 0, 3, 5))
    counts = list(pairs.values())
    assert len(counts) == 20
    assert min(counts) > 0.9 * max(counts)


@given(seeds, sweeps, st.integers(2, 40))
def test_sweeps_visit_all_levels_in_orders_of_their_own(seed: int, sweep: int, levels: int) -> None:
    assert sorted(plan.sweep_order(seed, sweep, levels)) == list(range(levels))
    orders = {tuple(plan.sweep_order(seed, other, levels)) for other in range(40)}
    assert len(orders) > 1


@given(seeds, sweeps, st.integers(0, 100))
def test_starts_paddings_and_cpus_are_drawn_anew_and_reproducibly(seed: int, sweep: int, level: int) -> None:
    assert sorted(plan.start_order(seed, sweep, level, 9)) == list(range(9))
    assert sorted(plan.folders(seed, sweep, level, 9)) == list(range(9))
    lengths = plan.paddings(seed, sweep, level, 9)
    assert lengths.shape == (9, 2)
    assert lengths.min() >= 0 and lengths.max() < plan.MOST_PADDING_BYTES
    assert (lengths == plan.paddings(seed, sweep, level, 9)).all()
    assert (lengths != plan.paddings(seed, sweep + 1, level, 9)).any()
    assert (lengths != plan.paddings(seed, sweep, level + 1, 9)).any()
    assert plan.cpu(seed, sweep, level, [3, 5]) == plan.cpu(seed, sweep, level, [3, 5])
    assert {plan.cpu(seed, other, level, [3, 5]) for other in range(64)} == {3, 5}


def test_different_seeds_sweeps_levels_and_purposes_draw_differently() -> None:
    draws = [plan.start_order(seed, sweep, level, 30) for seed in (0, 1) for sweep in (0, 1) for level in (0, 1)]
    draws.append(plan.sweep_order(0, 0, 30))
    assert len({tuple(draw) for draw in draws}) == 9


def test_a_plan_never_changes_from_version_to_version() -> None:
    blocks = [[3, 2, 0, 1], [1, 0, 2, 3], [2, 1, 3, 0], [0, 3, 1, 2], [2, 3, 1, 0]]
    assert plan.block_orders(1, 2, 3, 5, 4).tolist() == blocks
    assert plan.sweep_order(1, 0, 6).tolist() == [4, 5, 1, 3, 2, 0]


def test_no_cpu_is_an_error() -> None:
    with pytest.raises(ValueError, match="no CPU"):
        plan.cpu(0, 0, 0, [])


@pytest.mark.parametrize(
    ("arms", "quick", "rounds"),
    [(2, True, 12), (8, True, 12), (9, True, 16), (29, True, 16), (2000, True, 19), (4, False, 24), (31, False, 24)],
)
def test_rounds_follow_the_number_of_arms(arms: int, quick: bool, rounds: int) -> None:
    assert plan.rounds_for([arms], quick, risk_of_text("", [arms])) == rounds


@given(seeds, sweeps, st.integers(0, 100))
def test_a_path_has_the_length_and_the_depth_that_are_allowed(seed: int, sweep: int, level: int) -> None:
    names = plan.path(seed, sweep, level)
    length = sum(len(name) + 1 for name in names)
    assert 1 <= len(names) <= plan.MOST_PATH_DEPTH
    assert plan.LEAST_PATH_BYTES <= length <= plan.MOST_PATH_BYTES
    assert all(name and name.isascii() and name.isalpha() and name.islower() for name in names)
    assert names == plan.path(seed, sweep, level)


def test_length_depth_and_heap_are_drawn_apart_from_each_other_and_fill_their_ranges() -> None:
    paths = [plan.path(1, sweep, 0) for sweep in range(600)]
    lengths, depths = [sum(len(name) + 1 for name in names) for names in paths], [len(names) for names in paths]
    heaps = [plan.heap_bytes(1, sweep, 0) for sweep in range(600)]
    assert set(depths) == set(range(1, plan.MOST_PATH_DEPTH + 1))
    assert min(lengths) < 20 and max(lengths) > 230
    assert plan.LEAST_HEAP_BYTES <= min(heaps) < 2000 and 8 << 20 < max(heaps) <= plan.MOST_HEAP_BYTES
    assert np.abs(np.corrcoef([lengths, depths, np.log(heaps)]) - np.eye(3)).max() < 0.15


def test_what_starts_again_in_a_round_is_drawn_again_and_the_first_time_as_ever() -> None:
    for drawn in (plan.start_order, plan.paddings, plan.folders):
        assert (drawn(1, 2, 3, 8) == drawn(1, 2, 3, 8, 0)).all()
        assert not (drawn(1, 2, 3, 8, 1) == drawn(1, 2, 3, 8)).all()
