"""Figures that are computed once for a run: the pooled placebo, and the number of blocks."""

import math

import numpy as np
import pytest

from iotrial.stats.pooled import pooled_placebo
from iotrial.stats.power import blocks_for


def test_placebos_of_all_levels_make_one_interval() -> None:
    levels = [np.array([-0.002, 0.001, np.nan]), np.array([0.003, 0.0, -0.001, 0.002])]
    interval, valid = pooled_placebo(levels, 0.01)
    assert valid and interval is not None
    assert (interval.low, interval.high) == pytest.approx((math.exp(-0.002), math.exp(0.003)))
    assert interval.center == pytest.approx(math.exp(0.0005))


def test_a_placebo_beyond_the_margin_spoils_the_run() -> None:
    for shift in (0.02, -0.02):
        assert not pooled_placebo([np.full(6, shift)] * 2, 0.01)[1]
    assert pooled_placebo([np.full(12, 0.005)], 0.01)[1]


def test_too_few_placebo_rounds_prove_nothing_either_way() -> None:
    assert pooled_placebo([np.full(3, 0.5)], 0.01) == (None, True)
    assert pooled_placebo([], 0.01) == (None, True)


@pytest.mark.parametrize(
    ("start_ns", "block_ns", "round_sd", "block_sd", "blocks"),
    [
        (100e6, 10e6, 0.005, 0.005, 3),  # sqrt(10) = 3.2
        (400e6, 4e6, 0.01, 0.02, 21),  # 10 x 2
        (1e6, 100e6, 0.01, 0.01, 1),
        (1e9, 1e6, 0.001, 0.05, 99),  # 1581 by the rule
        (1e6, 1e6, 0.0, 0.01, 99),  # no process differs from another
        (1e6, 1e6, 0.01, 0.0, 1),  # one block tells all
    ],
)
def test_blocks_follow_the_square_root_and_are_odd(
    start_ns: float, block_ns: float, round_sd: float, block_sd: float, blocks: int
) -> None:
    assert blocks_for(start_ns, block_ns, round_sd, block_sd) == blocks


def test_the_number_of_blocks_is_odd_from_1_to_99_whatever_the_pilot_says() -> None:
    rng = np.random.default_rng(6)
    for start, block, between, within in np.exp(rng.uniform(-30, 30, (500, 4))):
        assert blocks_for(start, block, between, within) in range(1, 100, 2)


@pytest.mark.parametrize("figures", [(-1, 1, 1, 1), (1, 0, 1, 1), (1, 1, math.nan, 1), (1, 1, 1, math.inf)])
def test_an_impossible_pilot_is_refused(figures: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        blocks_for(*figures)


def test_blocks_that_do_not_differ_tell_nothing_and_rounds_that_cost_nothing_are_free() -> None:
    assert blocks_for(1e6, 1.0, 0.0, 0.0) == 1
    assert blocks_for(0.0, 1.0, 0.0, 0.01) == 1
    assert blocks_for(1e6, 1.0, 1.0, 1.0) == 99
    assert blocks_for(1.0, 1e-6, 0.01, 0.01) == 99
