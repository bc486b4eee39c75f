"""The sizes of samples, blocks and rounds (rules 1 and 3)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.measure.sizing import (
    CLOCK_STEPS,
    MOST_ITERATIONS,
    PEER_FACTOR,
    blocks_for_rounds,
    blocks_of,
    fitting_blocks,
    fitting_rounds,
    floor_iterations,
    iterations_of,
    shared_times,
    shift_of,
    shortest_sample_ns,
)

TIMES = st.lists(st.floats(10.0, 1e9), min_size=2, max_size=20)


@given(TIMES)
def test_arms_near_the_baseline_share_a_count_and_their_quickest_sample_is_long_enough(times: list[float]) -> None:
    counts = iterations_of(times, 2_000_000)
    peers = [place for place, time in enumerate(times) if times[0] / PEER_FACTOR <= time <= times[0] * PEER_FACTOR]
    assert len({counts[place] for place in peers}) == 1
    assert min(times[place] * counts[place] for place in peers) >= 2_000_000 * 0.999


@given(TIMES)
def test_other_arms_come_as_near_to_the_baselines_sample_as_a_power_of_two_allows(times: list[float]) -> None:
    counts = iterations_of(times, 2_000_000)
    for time, count in zip(times, counts, strict=True):
        if not times[0] / PEER_FACTOR <= time <= times[0] * PEER_FACTOR and counts[0] > 64 and count > 64:
            assert abs(math.log2(time * count / (times[0] * counts[0]))) <= 0.52


@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_a_shift_is_0_exactly_where_the_counts_are_alike(iterations: int, shared: int) -> None:
    assert (shift_of(iterations, shared) == 0) == (iterations == shared)


def test_a_sample_is_long_against_the_clock() -> None:
    assert shortest_sample_ns(2_000_000, 40, 0.01) == 2_000_000
    assert shortest_sample_ns(2_000_000, 1_000_000, 0.01) == CLOCK_STEPS / 0.01 * 1_000_000


@given(st.floats(1e6, 1e10), st.floats(1e6, 1e10))
def test_blocks_are_odd_and_no_fewer_when_starting_costs_more(start_ns: float, block_ns: float) -> None:
    blocks = blocks_of(start_ns, block_ns)
    assert blocks % 2 == 1
    assert blocks_of(start_ns * 2, block_ns) >= blocks


@given(
    st.lists(
        st.tuples(st.sampled_from([1, 3, 5, 9, 31]), st.floats(1e6, 1e9), st.floats(1e6, 1e9)), min_size=1, max_size=9
    ),
    st.floats(1e6, 1e11),
)
def test_blocks_that_must_fit_a_budget_stay_odd_and_fit_as_far_as_one_block_allows(
    rounds: list[tuple[int, float, float]], allowed_ns: float
) -> None:
    blocks = fitting_blocks(rounds, allowed_ns)
    assert all(count % 2 == 1 and 1 <= count <= wanted for count, (wanted, _, _) in zip(blocks, rounds, strict=True))
    spent = sum(start + count * block for count, (_, start, block) in zip(blocks, rounds, strict=True))
    assert spent <= allowed_ns or set(blocks) == {1}


def test_a_named_budget_adds_rounds_but_never_takes_any() -> None:
    assert fitting_rounds(24, sweep_ns=1e9, left_ns=60e9) == 54  # nine tenths of it are planned with
    assert fitting_rounds(24, sweep_ns=1e9, left_ns=600e9) == 96
    assert fitting_rounds(24, sweep_ns=1e9, left_ns=5e9) == 24
    assert fitting_rounds(24, sweep_ns=0, left_ns=5e9) == 24


@pytest.mark.parametrize(
    ("left_s", "blocks"),
    [
        (27.0, [5]),  # 12 rounds of 11 blocks would fit too: 18 of 5 are worth more
        (60.0, [11]),  # 18 rounds of all that are wanted
        (16.0, [3]),  # 18 rounds of one block would fit, but none loses its last three for that
        (8.0, [1]),  # 12 rounds come first
    ],
)
def test_a_budget_is_spent_on_rounds_rather_than_on_blocks(left_s: float, blocks: list[int]) -> None:
    assert blocks_for_rounds([(11, 0.41e9, 0.15e9)], 12, left_s * 1e9) == blocks


def test_a_floor_shares_the_count_of_its_level_unless_its_sample_would_be_too_short() -> None:
    assert floor_iterations(1_000_000.0, 4, 2_000_000) == 4
    assert floor_iterations(10_000.0, 4, 2_000_000) == 128  # a power of two more, and half as long as asked for
    assert floor_iterations(0.001, 4, 2_000_000) <= MOST_ITERATIONS


@given(st.lists(st.tuples(st.floats(10.0, 1e9), st.sampled_from(["a/x", "a/y", "a/z"])), min_size=1, max_size=12))
def test_arms_of_one_method_share_a_count_wherever_the_baseline_stands(arms: list[tuple[float, str]]) -> None:
    times, methods = [time for time, _ in arms], [method for _, method in arms]
    counts = iterations_of(shared_times(times, methods), 2_000_000)
    for method in set(methods):
        own = [(time, count) for time, name, count in zip(times, methods, counts, strict=True) if name == method]
        quickest = min(time for time, _ in own)
        assert len({count for time, count in own if time <= PEER_FACTOR * quickest}) == 1


def test_an_arm_far_from_the_quickest_of_its_method_keeps_its_own_time() -> None:
    assert shared_times([100.0, 110.0, 900.0, 50.0], ["a/x", "a/x", "a/x", "a/y"]) == [100.0, 100.0, 900.0, 50.0]
