"""Where an arm's warm-up ends: found where there is an end, none where there is none, and hardly ever seen in noise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from iotrial.stats.interval import Floats
from iotrial.stats.plateau import FEWEST_BLOCKS, change_points, noise, warmup_blocks

MARGIN = 0.01
TRIALS = 300

Make = Callable[[np.random.Generator, int], Floats]


def normal(rng: np.random.Generator, n: int) -> Floats:
    return 0.02 * rng.standard_normal(n)


def heavy(rng: np.random.Generator, n: int) -> Floats:
    return 0.02 * rng.standard_t(2, n)


@pytest.mark.parametrize("blocks", [12, 20, 40, 60])
@pytest.mark.parametrize(("make", "most"), [(normal, 0.05), (heavy, 0.10)])
def test_in_noise_alone_a_trend_is_hardly_ever_seen(make: Make, most: float, blocks: int) -> None:
    rng = np.random.default_rng(blocks)
    found = [warmup_blocks(np.exp(make(rng, blocks)), MARGIN) for _ in range(TRIALS)]
    assert sum(one is None for one in found) <= most * TRIALS
    assert sum(one != 0 for one in found) <= 2 * most * TRIALS


@pytest.mark.parametrize("step", [3, 9, 20])
def test_a_step_ends_the_warm_up_where_it_is(step: int) -> None:
    rng = np.random.default_rng(step)
    logs = [normal(rng, 40) + 0.3 * (np.arange(40) < step) for _ in range(TRIALS)]
    found = [warmup_blocks(np.exp(one), MARGIN) for one in logs]
    assert sum(one is not None and abs(one - step) <= 1 for one in found) >= 0.95 * TRIALS


def test_a_just_in_time_compiler_is_warmed_through_all_of_its_tiers() -> None:
    """21.4, 17.3 and 15.3 ms by block, and runs of one method that disagreed by a third, with intervals of 2 %."""
    tiers = np.repeat([21.4, 17.3, 15.3], [4, 6, 20])
    rng = np.random.default_rng(3)
    assert warmup_blocks(tiers * np.exp(0.005 * rng.standard_normal(30)), MARGIN) == 10


def test_what_goes_on_falling_has_no_plateau() -> None:
    falling = np.exp(-0.4 * np.arange(40) / 40)
    rng = np.random.default_rng(4)
    found = [warmup_blocks(falling * np.exp(0.003 * rng.standard_normal(40)), MARGIN) for _ in range(TRIALS)]
    assert sum(one is None for one in found) >= 0.95 * TRIALS


def test_a_last_level_that_has_only_just_begun_is_none() -> None:
    assert warmup_blocks([1.3] * 17 + [1.0] * 3, MARGIN) is None
    assert warmup_blocks([1.3] * 15 + [1.0] * 5, MARGIN) == 15


def test_a_step_within_the_margin_is_no_trend() -> None:
    assert warmup_blocks([1.008] * 10 + [1.0] * 10, MARGIN) == 0
    assert warmup_blocks([1.02] * 10 + [1.0] * 10, MARGIN) == 10


def test_one_slow_block_is_no_level() -> None:
    rng = np.random.default_rng(5)
    times = np.exp(0.01 * rng.standard_normal(20))
    times[17] *= 3
    assert warmup_blocks(times, MARGIN) == 0


def test_change_points_are_those_of_the_least_cost() -> None:
    levels = np.repeat([0.0, 1.0, 0.5], [5, 7, 4])
    values = levels + 1e-3 * np.tile([1, -1], 8)
    assert change_points(values, 1e-3) == [0, 5, 12]
    assert change_points(values, 0.5) == [0]  # as noisy as that, nothing is seen
    assert change_points(values, 0.2) == [0, 5, 12] and change_points(values, 0.2, series=100) == [0, 5]
    assert change_points(np.zeros(10), 0.0) == [0]


def test_the_noise_is_that_about_the_level_whatever_the_trend() -> None:
    rng = np.random.default_rng(6)
    logs = 0.02 * rng.standard_normal(2000) + np.linspace(0, 3, 2000)
    logs[::100] += 1
    assert noise(np.exp(logs)) == pytest.approx(0.02, rel=0.1)


def test_the_noise_of_a_usual_arm_counts_if_it_is_larger() -> None:
    times = [1.03] * 4 + [1.0] * 6
    assert warmup_blocks(times, MARGIN) == 4
    assert warmup_blocks(times, MARGIN, usual_noise=0.02) == 0
    assert warmup_blocks([1.3] * 4 + [1.0] * 6, MARGIN, usual_noise=0.02) == 4


def test_too_few_blocks_are_refused() -> None:
    with pytest.raises(ValueError, match="7 blocks are too few"):
        warmup_blocks([1.0] * (FEWEST_BLOCKS - 1), MARGIN)
