from typing import Any

import numpy as np
import pytest

from iotrial.stats.cost_lines import CostLine, crossover, fit
from iotrial.stats.replication import Replication

UNITS = np.array([0.0, 10, 100, 1000, 10000])


def noisy(a: float, b: float, sweeps: int, rng: np.random.Generator, sd: float = 0.01) -> np.ndarray:
    return (a + b * UNITS) * np.exp(
        sd * rng.standard_normal((sweeps, 1)) + sd * rng.standard_normal((sweeps, len(UNITS)))
    )


def test_exact_costs_are_found_exactly() -> None:
    cost = fit(UNITS, np.tile(500 + 3 * UNITS, (6, 1)))
    assert cost.a_ns == pytest.approx(np.full(6, 500.0))
    assert cost.b_ns_per_unit == pytest.approx(np.full(6, 3.0))
    assert cost.a_median_ns == pytest.approx(500)
    assert cost.b is not None and cost.b.low == pytest.approx(3)


def test_a_straight_line_fits_however_noisy_and_a_bent_one_does_not() -> None:
    rng = np.random.default_rng(6)
    straight = fit(UNITS, noisy(500, 3, 40, rng, sd=0.05))
    assert straight.misfit_share is not None and straight.misfit_share < 0.05
    bent = fit(UNITS, np.tile(500 + 3 * UNITS + 2 * np.maximum(UNITS - 500, 0), (40, 1)))
    assert bent.misfit_share is not None and bent.misfit_share > 0.1
    assert fit(UNITS, np.full((3, 5), np.nan)).misfit_share is None


def test_no_part_of_a_cost_is_negative() -> None:
    cost = fit(np.array([1.0, 2, 3]), np.array([[1.0, 3, 5]]))  # the plain line has a = -1
    assert cost.a_median_ns == 0
    assert cost.a is None  # one sweep has no interval


def test_a_missing_level_is_left_out_of_its_sweep_only() -> None:
    times = np.tile(500 + 3 * UNITS, (7, 1))
    times[0, 2] = np.nan
    times[1, 1:] = np.nan  # one size left: no line
    cost = fit(UNITS, times)
    assert np.isnan(cost.a_ns).tolist() == [False, True] + [False] * 5
    assert cost.a is not None


def test_intervals_over_sweeps_hold_the_truth() -> None:
    rng = np.random.default_rng(3)
    costs = [fit(UNITS, noisy(500, 3, 12, rng)) for _ in range(2000)]  # 200 are too few: 92 to 99 % by chance alone
    assert np.mean([cost.b is not None and cost.b.low <= 3 <= cost.b.high for cost in costs]) >= 0.94
    assert np.mean([cost.a is not None and cost.a.low <= 500 <= cost.a.high for cost in costs]) >= 0.94


@pytest.mark.parametrize("bend", [0.0, 0.3])
def test_the_interval_of_the_farthest_size_holds_the_truth(bend: float) -> None:
    rng = np.random.default_rng(8)
    shape = 1 + bend * (UNITS == 100)
    truth = fit(UNITS, np.tile((500 + 3 * UNITS) * shape, (1, 1))).misfit_share
    assert truth is not None
    held = []
    for _ in range(1000):
        misfit = fit(UNITS, noisy(500, 3, 12, rng, sd=0.03) * shape).misfit
        assert misfit is not None
        held.append(misfit.low <= truth <= misfit.high)
    assert np.mean(held) >= 0.94


def test_that_no_size_is_farther_off_takes_fewer_sweeps_than_that_one_of_them_is() -> None:
    rng = np.random.default_rng(9)
    bent = noisy(500, 3, 8, rng) * (1 + 0.5 * (UNITS == 100))
    few, many = (fit(UNITS, np.tile(bent, (times, 1)), alpha=0.01) for times in (1, 2))
    assert few.misfit is not None and many.misfit is not None
    assert few.misfit.low == 0 < many.misfit.low


def test_crossover_of_two_lines() -> None:
    rng = np.random.default_rng(4)
    cheap_start, cheap_slope = fit(UNITS, noisy(100, 3, 12, rng)), fit(UNITS, noisy(1100, 2, 12, rng))
    found = crossover(cheap_start, cheap_slope)
    assert found is not None and found.first_is_cheaper_below
    assert found.units.low < 1000 < found.units.high
    other = crossover(cheap_slope, cheap_start)
    assert other is not None and not other.first_is_cheaper_below
    assert other.units == found.units


def test_lines_that_do_not_cross_have_no_crossover() -> None:
    rng = np.random.default_rng(5)
    assert crossover(fit(UNITS, noisy(100, 2, 12, rng)), fit(UNITS, noisy(1000, 3, 12, rng))) is None


def test_a_crossover_that_some_sweeps_never_reach_is_open_above() -> None:
    flat = fit(UNITS, np.tile(1000 + 2.0 * UNITS, (12, 1)))
    slopes = np.array([2.5] * 7 + [1.9] * 5)
    found = crossover(fit(UNITS, 100 + slopes[:, None] * UNITS), flat)
    assert found is not None
    assert found.units.low == pytest.approx(1800)
    assert found.units.high == np.inf


@pytest.mark.parametrize(
    ("units", "times"),
    [
        ([1.0], [[1.0]]),
        ([1.0, 1.0], [[1.0, 2.0]]),
        ([-1.0, 1.0], [[1.0, 2.0]]),
        ([1.0, 2.0], [[1.0, 0.0]]),
        ([1.0, 2.0], [[1.0]]),
        ([1.0, 2.0], [1.0, 2.0]),
        ([[1.0], [2.0]], [[1.0, 2.0]]),
    ],
)
def test_what_no_line_can_be_put_through_is_refused(units: list[Any], times: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"fit|units|times"):
        fit(np.array(units), np.array(times))


def test_costs_over_different_sweeps_cannot_be_paired() -> None:
    line = 500 + 3 * UNITS
    with pytest.raises(ValueError, match="paired"):
        crossover(fit(UNITS, np.tile(line, (6, 1))), fit(UNITS, np.tile(line, (7, 1))))


def test_two_sizes_are_enough_for_a_line() -> None:
    cost = fit(np.array([10.0, 20.0]), np.array([[130.0, 160.0]]))
    assert (cost.a_median_ns, cost.b_median_ns_per_unit) == pytest.approx((100, 3))


@pytest.mark.parametrize(("a", "b"), [(500.0, 3.0), (0.4, 0.01)])
def test_growth_is_the_largest_size_over_the_smallest(a: float, b: float) -> None:
    units = np.array([10.0, 20, 50])
    growth = fit(units, np.tile(a + b * units, (6, 1))).growth
    due = (a + 50 * b) / (a + 10 * b) - 1
    assert growth is not None and (growth.low, growth.center, growth.high) == pytest.approx((due, due, due))


def test_growth_from_nothing_is_infinite_and_a_sweep_without_a_line_has_none() -> None:
    units = np.array([0.0, 1, 2])
    growth = fit(units, np.array([[np.nan, 0.1, 0.3]] * 6 + [[np.nan, np.nan, 1.0]] * 6)).growth
    assert growth is not None and (growth.low, growth.high) == (np.inf, np.inf)


@pytest.mark.parametrize("bend", [0.5, 2.0])
def test_the_farthest_size_is_as_far_off_as_it_is_above_or_below(bend: float) -> None:
    misfits = fit(UNITS, np.tile((500 + 3 * UNITS) * np.where(UNITS == 100, bend, 1), (40, 1)))
    worst, misfit = misfits.misfit_share, misfits.misfit
    assert worst is not None and worst > 0.3 and misfit is not None
    assert (misfit.low, misfit.center, misfit.high) == pytest.approx((worst, worst, worst))


def test_that_some_size_is_off_is_corrected_for_all_sizes_and_has_half_of_alpha() -> None:
    bent = (500 + 3 * UNITS[1:4]) * np.array([1, 2, 1])
    few, enough = (fit(UNITS[1:4], np.tile(bent, (sweeps, 1))).misfit for sweeps in (7, 8))  # alpha / 6 takes 8
    assert few is not None and few.low == 0 < few.high
    assert enough is not None and enough.low == enough.high


def test_a_line_that_fits_is_not_shown_to_be_off() -> None:
    wave = 1 + 0.01 * np.where(np.arange(12)[:, None] % 2, 1, -1) * np.array([1, -1, 1, -1, 1])
    misfit = fit(UNITS, (500 + 3 * UNITS) * wave).misfit
    assert misfit is not None and misfit.low == 0


@pytest.mark.parametrize(("sweeps", "has_bounds"), [(7, False), (8, True)])
def test_a_run_that_looks_often_takes_more_sweeps(sweeps: int, has_bounds: bool) -> None:
    times = np.tile(500 + 3 * UNITS, (sweeps, 1))
    cost = fit(UNITS, times, replication=Replication(sequence=True))
    assert [one is not None for one in (cost.a, cost.b, cost.misfit, cost.growth)] == [has_bounds] * 4
    steep = costs([0.0] * sweeps, [4.0] * sweeps)
    assert (crossover(steep, cost, replication=Replication(sequence=True)) is not None) == has_bounds
    assert crossover(steep, cost) is not None


def test_that_some_size_is_off_takes_more_sweeps_of_a_run_that_looks_often() -> None:
    bent = (500 + 3 * UNITS[1:4]) * np.array([1, 2, 1])
    few, enough = (
        fit(UNITS[1:4], np.tile(bent, (sweeps, 1)), replication=Replication(sequence=True)).misfit
        for sweeps in (10, 11)
    )
    assert few is not None and few.low == 0 < few.high
    assert enough is not None and enough.low == enough.high


def costs(a_ns: list[float], b_ns: list[float]) -> CostLine:
    """A cost of so much in each sweep."""
    return CostLine(np.array(a_ns), np.array(b_ns), None, None, None, None, None, None, None)


@pytest.mark.parametrize(
    ("start", "slope", "low", "high"),
    [
        (5.0, 1.0, 5, 10),  # they cross at 5
        (0.5, 0.5, 1, 10),
        (20.0, 1.0, 10, 20),
        (1.0, -1.0, 10, np.inf),  # the first is cheaper throughout
        (0.5, -0.5, 10, np.inf),
        (0.5, 0.0, 10, np.inf),
        (1.0, 0.5, 2, 10),
        (-1.0, 1.0, 0, 10),  # the second is
        (-1.0, 0.5, 0, 10),
        (0.0, 1.0, 0, 10),
        (-1.0, -1.0, 0, np.inf),  # the other way round
        (-1.0, 0.0, 0, np.inf),
        (0.0, -1.0, 0, np.inf),
        (0.0, 0.0, 0, np.inf),
        (np.nan, 1.0, 10, 10),  # no line
        (1.0, np.nan, 10, 10),
    ],
)
def test_a_sweep_counts_by_where_it_crosses_if_it_does(start: float, slope: float, low: float, high: float) -> None:
    """Six sweeps cross at 10, and of seven the interval is from the least to the most."""
    first, other = costs([100.0] * 7, [3.0] * 7), costs([110.0] * 6 + [100 + start], [2.0] * 6 + [3 - slope])
    for one, two, is_first in ((first, other, True), (other, first, False)):
        found = crossover(one, two)
        assert found is not None and found.first_is_cheaper_below is is_first
        assert (found.units.low, found.units.center, found.units.high) == (low, 10, high)


def test_the_interval_of_a_crossover_has_the_rank_of_rule_7() -> None:
    found = crossover(costs([0.0] * 12, [1.0] * 12), costs([100.0 * sweep for sweep in range(1, 13)], [0.0] * 12))
    assert found is not None
    assert (found.units.low, found.units.center, found.units.high) == (300, 650, 1000)


def test_the_middle_of_a_crossover_lies_within_its_interval() -> None:
    """Of 40 sweeps 21 cross at 100 to 2100; the interval is of the 14th from either end."""
    starts = [100.0 * sweep for sweep in range(1, 22)]
    never = crossover(costs([0.0] * 40, [1.0] * 40), costs([*starts, *[5.0] * 19], [*[0.0] * 21, *[2.0] * 19]))
    assert never is not None
    assert (never.units.low, never.units.center, never.units.high) == (1400, 1400, np.inf)
    at_once = crossover(costs([0.0] * 40, [1.0] * 40), costs([*starts, *[-5.0] * 19], [0.0] * 40))
    assert at_once is not None
    assert (at_once.units.low, at_once.units.center, at_once.units.high) == (0, 800, 800)


def test_the_middle_of_a_crossover_is_of_the_sweeps_that_cross() -> None:
    found = crossover(costs([0.0] * 6, [1.0] * 6), costs([10.0] * 3 + [0.0] * 3, [0.0] * 6))
    assert found is not None and (found.units.low, found.units.center, found.units.high) == (0, 10, 10)


def test_costs_that_cross_in_some_sweeps_only_have_no_crossover() -> None:
    assert crossover(costs([0.0] * 12, [1.0] * 12), costs([100.0] * 12, [0.0] * 5 + [2.0] * 7)) is None
    assert crossover(costs([0.0] * 12, [1.0] * 12), costs([0.0] * 12, [0.0] * 12)) is None


def test_too_few_sweeps_have_no_crossover() -> None:
    for sweeps, is_found in ((5, False), (6, True)):
        found = crossover(costs([0.0] * sweeps, [1.0] * sweeps), costs([100.0] * sweeps, [0.0] * sweeps))
        assert (found is not None) == is_found


def test_levels_that_wander_have_wider_intervals_that_stay_above_0() -> None:
    rng = np.random.default_rng(8)
    units = np.array([1.0, 10.0, 100.0])
    times = (50 + 3 * units) * np.exp(0.05 * rng.standard_normal((24, 3)))
    usual, wide = (fit(units, times, replication=Replication(stretch=stretch)) for stretch in (1.0, 200.0))
    assert usual.b is not None and wide.b is not None
    assert usual.b.low > 2 and usual.b.high < 4
    assert wide.b.low == 0 and wide.b.high > 10
