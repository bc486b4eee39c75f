"""What a draw does to a ratio: found at its size, and as good as never where it does nothing, whatever the noise."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import kendalltau

from iotrial.stats.interval import ALPHA
from iotrial.stats.surroundings_effect import MOST_EXACT, change_with, inversion_rank, movers

MARGIN = 0.01


def inversions(order: tuple[int, ...]) -> int:
    return sum(first > second for first, second in itertools.combinations(order, 2))


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("alpha", [0.3, 0.1, 0.05, 0.01])
def test_the_rank_is_that_of_all_orders_counted_one_by_one(n: int, alpha: float) -> None:
    counts = np.bincount([inversions(order) for order in itertools.permutations(range(n))])
    below = np.concatenate(([0.0], np.cumsum(counts) / math.factorial(n)))  # below[k]: P(fewer than k)
    assert inversion_rank(n, alpha) == max(k for k in range(len(below)) if below[k] <= alpha / 2)


@pytest.mark.parametrize("n", [12, 24, 40])
def test_the_rank_agrees_with_the_exact_test_of_scipy(n: int) -> None:
    rank = inversion_rank(n, 0.01)
    order = _with_inversions(n, rank - 1)
    assert kendalltau(np.arange(n), order, method="exact").pvalue <= 0.01
    order = _with_inversions(n, rank)
    assert kendalltau(np.arange(n), order, method="exact").pvalue > 0.01


def _with_inversions(n: int, count: int) -> list[int]:
    """An order of n with so many inversions: the largest are moved to the front as far as it takes."""
    order: list[int] = []
    for value in range(n):
        steps = min(count, len(order))
        order.insert(len(order) - steps, value)
        count -= steps
    assert count == 0
    return order


def test_beyond_the_exact_numbers_the_normal_ones_go_on_where_these_end() -> None:
    exact, normal = inversion_rank(MOST_EXACT, 0.001), inversion_rank(MOST_EXACT + 1, 0.001)
    assert normal == pytest.approx(exact * (MOST_EXACT + 1) / (MOST_EXACT - 1), rel=0.01)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_an_alpha_that_is_no_share_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha must lie between 0 and 1"):
        inversion_rank(12, alpha)


def test_a_change_is_that_from_the_lowest_draw_to_the_highest() -> None:
    drawn = np.array([30.0, 10, 20, 40, 50, 60, 80, 70])
    found = change_with(0.7 * np.argsort(np.argsort(drawn)) / 7, drawn, 0.05)
    assert found is not None
    assert (found.low, found.center, found.high) == pytest.approx((0.7, 0.7, 0.7))


def test_rounds_that_lack_a_value_or_a_draw_are_left_out() -> None:
    drawn = np.arange(10.0)
    values = 0.9 * drawn / 9
    more = np.concatenate((values, [np.nan, 5.0])), np.concatenate((drawn, [3.0, np.nan]))
    assert change_with(*more, 0.05) == change_with(values, drawn, 0.05) is not None


def test_nothing_is_said_with_too_few_rounds_or_without_any_difference_in_the_draws() -> None:
    assert change_with(np.arange(4.0), np.arange(4.0), 0.01) is None
    assert change_with(np.arange(9.0), np.full(9, 3.0), 0.05) is None
    assert change_with(np.full(3, np.nan), np.arange(3.0), 0.05) is None


def test_equal_draws_are_ordered_without_a_look_at_the_values() -> None:
    """If the order of rounds decided, a drift within equal draws would look like a change."""
    drawn = np.repeat([1.0, 2.0], 12)
    drift = np.tile(np.linspace(0, 0.5, 12), 2)  # the same within both
    found = change_with(drift, drawn, 0.05)
    assert found is not None and found.low < 0 < found.high


def _noise(kind: str, rng: np.random.Generator, rounds: int, arms: int) -> np.ndarray:
    steps = 0.01 * rng.standard_normal((rounds, arms))
    if kind == "alike":
        for number in range(1, rounds):
            steps[number] = 0.6 * steps[number - 1] + 0.8 * steps[number]
    if kind == "drift":
        steps += np.linspace(0, 0.2, rounds)[:, None]
    if kind == "heavy tails":
        steps = 0.01 * rng.standard_t(2, (rounds, arms))
    return steps


@pytest.mark.parametrize("kind", ["quiet", "alike", "drift", "heavy tails"])
@pytest.mark.parametrize("true", [0.0, math.log1p(MARGIN)])
def test_at_most_one_run_in_twenty_names_what_moves_nothing_beyond_the_margin(kind: str, true: float) -> None:
    rng = np.random.default_rng([len(kind), round(1e6 * true)])
    rounds, arms, trials = 16, 6, 300
    wrong = 0
    for _ in range(trials):
        drawn = {"even": rng.random(rounds), "few": rng.integers(1, 7, rounds).astype(float)}
        values = _noise(kind, rng, rounds, arms) + true * drawn["even"][:, None]
        spread = {name: np.repeat(one[:, None], arms, axis=1) for name, one in drawn.items()}
        wrong += bool(movers(values, spread, range(arms), tests=2 * arms, margin=MARGIN))
    assert wrong <= ALPHA * trials


def test_what_moves_a_ratio_is_named_with_its_size_and_what_does_not_is_not() -> None:
    rng = np.random.default_rng(5)
    found = wrong = 0
    for _ in range(100):
        drawn = {"path": rng.random((16, 3)), "heap": rng.random((16, 3))}
        values = 0.005 * rng.standard_normal((16, 3))
        values[:, 2] += math.log(1.10) * drawn["path"][:, 2]
        named = movers(values, drawn, range(3), tests=6, margin=MARGIN)
        right = [one for one in named if (one.place, one.figure) == (2, "path")]
        found += len(right)
        wrong += len(named) > len(right)
        assert all(one.change.low <= one.change.center <= one.change.high for one in named)
    assert found >= 95 and wrong <= ALPHA * 100
