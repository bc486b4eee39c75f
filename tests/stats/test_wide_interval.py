"""Intervals from few rounds hold as often as they promise, whatever the noise looks like (rule 30)."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from iotrial.stats import wide_interval as module
from iotrial.stats.bearable_interval import interval_of, pair_interval_of, ratio_interval_of
from iotrial.stats.dependence import correlation as estimate
from iotrial.stats.interval import Interval
from iotrial.stats.replication import Replication
from iotrial.stats.wide_interval import FARTHEST, FEWEST, NEAREST, wide_interval
from stats.chance import Trials
from stats.whole_runs import autoregressive

Floats = NDArray[np.float64]
Draw = Callable[[np.random.Generator, tuple[int, int]], Floats]

TRIALS = 8_000

#: Noise with its center at 0. The last two are no symmetric peaks, and must hold all the same.
NOISE: dict[str, Draw] = {
    "uniform": lambda rng, shape: rng.uniform(-1, 1, shape),
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "Student, 2 degrees": lambda rng, shape: rng.standard_t(2, shape),
    "Cauchy": lambda rng, shape: rng.standard_cauchy(shape),
    "exponential": lambda rng, shape: rng.exponential(1, shape) - math.log(2),
    "one in five is far off": lambda rng, shape: rng.standard_normal(shape) - 0.3186 + 8 * (rng.random(shape) < 0.2),
}


def _missed(values: Floats, alpha: float, replication: Replication) -> float:
    """The share of samples whose interval leaves out the center, 0; by the very function, row by row."""
    found = [wide_interval(row, alpha, replication) for row in values]
    return float(np.mean([one is not None and not one.low <= 0 <= one.high for one in found]))


@pytest.fixture
def without_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bare formula: with 1.5 times as the nearest bound, small noise could never break it."""
    monkeypatch.setattr(module, "NEAREST", 1.0)
    monkeypatch.setattr(module, "LEAST_CORRELATION", 0.0)
    monkeypatch.setattr(module, "FARTHEST", math.inf)


@pytest.mark.usefixtures("without_bounds")
@pytest.mark.parametrize("noise", NOISE)
def test_it_holds_as_often_as_it_promises(noise: str) -> None:
    rng = np.random.default_rng(4)
    for rounds in (4, 6, 9):
        for alpha in (0.05, 0.005):
            missed = _missed(NOISE[noise](rng, (TRIALS, rounds)), alpha, Replication())
            assert missed <= alpha + 3.5 * math.sqrt(alpha / TRIALS), (noise, rounds, alpha, missed)


@pytest.mark.usefixtures("without_bounds")
def test_the_uniform_distribution_takes_all_that_is_allowed() -> None:
    missed = _missed(NOISE["uniform"](np.random.default_rng(5), (TRIALS, 5)), 0.02, Replication())
    assert missed > 0.015  # so a narrower interval would break the promise


@pytest.mark.usefixtures("without_bounds")
@pytest.mark.parametrize("correlation", [0.3, 0.6])
def test_rounds_that_resemble_each_other_count_as_fewer(correlation: float) -> None:
    rng = np.random.default_rng(6)
    for rounds in (6, 9, 12):
        values = autoregressive(rng, (TRIALS // 2, rounds, 1), correlation)[:, :, 0]
        assert _missed(values, 0.01, Replication(correlation=correlation)) <= 0.01
        assert _missed(values, 0.01, Replication(correlation=None)) <= 0.01  # as few rounds leave it


def test_an_arm_with_two_states_a_neighbour_apart_is_not_believed() -> None:
    """Few rounds may all show the slow state, or the fast one; the truth is either of them."""
    rng = np.random.default_rng(7)
    for truth in (0.0, math.log(1.45)):
        states = math.log(1.45) * (rng.random((4000, 5)) < 0.5) + 0.003 * rng.standard_normal((4000, 5))
        assert _missed(states - truth, 0.005, Replication()) == 0.0


@pytest.mark.parametrize(("rounds", "arms", "correlation"), [(8, 9, 0.3), (8, 3, 0.6), (9, 9, 0.6), (10, 4, 0.6)])
def test_all_of_a_level_hold_by_the_correlation_that_is_estimated_from_it(
    rounds: int, arms: int, correlation: float
) -> None:
    """Of every level with wide intervals one in twenty may have one that leaves out the truth; far fewer do."""
    rng, trials = np.random.default_rng(9), 150
    wrong = there = 0
    for _ in range(trials):
        times = 0.5 * autoregressive(rng, (rounds, arms), correlation)
        values = times - times[:, :1]
        replication = Replication(correlation=estimate([values]))
        found = [ratio_interval_of(column, 0.05 / (arms - 1), replication) for column in values.T[1:]]
        wide = [one for one in found if one is not None and one.is_wide]
        there += bool(wide)
        wrong += any(not one.low <= 0 <= one.high for one in wide)
    assert there > trials / 4
    assert not Trials(trials).too_many(wrong / trials, 0.05)


def test_no_bound_is_nearer_than_the_two_states_are_apart_wherever_the_middle_lies() -> None:
    steady = np.log([1.44, 1.43, 1.45, 1.44, 1.42, 1.44, 1.43, 1.45])
    for disturbed in (1.8, 1.1):
        found = wide_interval(np.append(steady, math.log(disturbed)), 0.001, Replication())
        assert found is not None
        ratio = found.as_ratio()
        assert ratio.low <= 1.44 / NEAREST + 1e-9 < 1 < 1.44 * NEAREST - 1e-9 <= ratio.high


def test_one_arm_may_resemble_itself_where_the_run_as_a_whole_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The correlation of a run is one of all its arms; an arm in a state that lasts for some rounds has its own."""
    alpha = 0.006
    values = autoregressive(np.random.default_rng(8), (TRIALS, 8, 1), 0.5)[:, :, 0]
    assert _missed(values, alpha, Replication()) <= alpha
    monkeypatch.setattr(module, "LEAST_CORRELATION", 0.0)
    assert _missed(values, alpha, Replication()) > 4 * alpha


def test_nothing_is_said_of_too_few_rounds_of_a_sequence_or_of_a_wild_one() -> None:
    steady = np.log(np.full(FEWEST, 8.0)) + 0.01 * np.arange(FEWEST)
    assert wide_interval(steady[:-1], 0.01, Replication()) is None
    assert wide_interval(steady, 0.01, Replication(sequence=True)) is None
    assert wide_interval(np.array([0.0, 1.0, 2.0, 3.0]), 1e-4, Replication()) is None  # beyond 30 times
    assert wide_interval(steady, 0.01, Replication(correlation=0.95)) is None


def test_eight_times_as_long_is_told_from_five_rounds_that_may_resemble_each_other() -> None:
    logs = np.log([8.2, 8.4, 8.3, 8.5, 8.4])
    found = ratio_interval_of(logs, 0.005, Replication(correlation=None))
    assert found is not None
    assert found.is_wide
    ratio = found.as_ratio()
    assert ratio.is_wide
    assert 1.5 < ratio.low < 8.4 / NEAREST + 0.1
    assert ratio.high < 8.4 * FARTHEST
    assert interval_of(logs, 0.005, Replication()) is None


def test_with_enough_rounds_it_is_the_interval_of_the_sign_test() -> None:
    logs = np.log(np.linspace(1.1, 1.3, 12))
    found = ratio_interval_of(logs, 0.05, Replication())
    assert found == interval_of(logs, 0.05, Replication())
    assert found is not None
    assert not found.is_wide


def test_two_rows_bound_a_pair_that_has_too_few_rounds_of_its_own() -> None:
    logs = np.log(np.full(8, 1.05))
    rows = Interval(math.log(2.1), math.log(2.0), math.log(2.2)), Interval(math.log(2.0), math.log(1.9), math.log(2.05))
    found = pair_interval_of(logs, 1e-4, Replication(), *rows)
    assert found is not None
    ratio = found.as_ratio()
    assert (ratio.low, ratio.high) == pytest.approx((2.0 / 2.05, 2.2 / 1.9))
    assert ratio.center == pytest.approx(1.05)
    direct = pair_interval_of(logs, 0.05, Replication(), *rows)  # enough rounds: its own
    assert direct == interval_of(logs, 0.05, Replication())
    alone = pair_interval_of(logs, 1e-4, Replication(), None, rows[1])
    assert alone is not None
    assert alone.is_wide
