import numpy as np
import pytest

from iotrial.stats.cost import crossover, fit

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
    ],
)
def test_what_no_line_can_be_put_through_is_refused(units: list[float], times: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"fit|units|times"):
        fit(np.array(units), np.array(times))


def test_costs_over_different_sweeps_cannot_be_paired() -> None:
    line = 500 + 3 * UNITS
    with pytest.raises(ValueError, match="paired"):
        crossover(fit(UNITS, np.tile(line, (6, 1))), fit(UNITS, np.tile(line, (7, 1))))
