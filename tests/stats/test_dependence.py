"""Rounds that resemble each other: the estimate of how much, and intervals that allow for it (rule 22)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from iotrial.stats.dependence import (
    MOST_CORRELATION,
    SAFETY,
    correlation,
    dependent_rank,
    design_effect,
)
from iotrial.stats.interval import order_rank
from iotrial.stats.replication import Replication
from iotrial.stats.sequence import sequence_rank
from stats import dependent
from stats.chance import Trials, few_or_all
from stats.whole_runs import autoregressive


def ratios(rng: np.random.Generator, rounds: int, arms: int, rho: float) -> np.ndarray:
    """Logs of each arm's time over the baseline's, of arms that each follow an AR(1) process."""
    times = autoregressive(rng, (rounds, arms), rho)
    return times - times[:, :1]


@pytest.mark.parametrize("rho", [0.3, 0.6])
@pytest.mark.parametrize(("rounds", "arms", "levels"), [(12, 9, 4), (24, 10, 1), (60, 4, 1)])
def test_the_correlation_is_found_without_bias_and_with_half_an_error_on_top(
    rho: float, rounds: int, arms: int, levels: int
) -> None:
    rng = np.random.default_rng([rounds, arms])
    found = [correlation([ratios(rng, rounds, arms, rho) for _ in range(levels)]) for _ in range(150)]
    on_top = SAFETY / np.sqrt(levels * (rounds - 4) * (arms - 1))
    # Scores that are cut know a little less of each other than the values do.
    assert rho - 0.1 < np.mean(np.array(found, dtype=float) - on_top) < rho + 0.03


def test_independent_rounds_hardly_have_a_correlation() -> None:
    rng = np.random.default_rng(1)
    found = [correlation([ratios(rng, 24, 10, 0.0)]) for _ in range(200)]
    assert np.mean(np.array(found, dtype=float)) < 0.08


def test_what_all_arms_share_is_no_correlation_of_any() -> None:
    rng = np.random.default_rng(2)
    baseline = autoregressive(rng, (24, 1), 0.9)
    values = ratios(rng, 24, 30, 0.0) - 20 * baseline
    values[:, 0] = 0
    found = correlation([values])
    assert found is not None and found < 0.2


def test_a_few_disturbed_rounds_do_not_hide_it() -> None:
    rng = np.random.default_rng(3)
    values = np.concatenate([ratios(rng, 30, 8, 0.6) for _ in range(1)])
    plain = correlation([values])
    values[rng.random(values.shape) < 0.05] += 50
    disturbed = correlation([values])
    assert plain is not None and disturbed is not None and disturbed > plain - 0.2


def test_too_few_rounds_have_no_correlation_and_no_interval() -> None:
    rng = np.random.default_rng(4)
    assert correlation([]) is None
    assert correlation([ratios(rng, 7, 5, 0.0)]) is None
    assert correlation([ratios(rng, 8, 5, 0.0)]) is not None
    assert Replication(correlation=None).rank(1000, 0.05) == 0
    assert Replication(True, None).rank(1000, 0.05) == 0


def test_a_level_alone_has_none_if_nothing_but_its_baseline_is_there() -> None:
    assert correlation([np.zeros((20, 1))]) is None


def test_rounds_that_are_all_alike_do_not_resemble_each_other_more_than_others() -> None:
    assert correlation([np.zeros((12, 4))]) == 0.0


def test_missing_rounds_are_left_out() -> None:
    rng = np.random.default_rng(5)
    values = ratios(rng, 40, 8, 0.6)
    values[3:6] = np.nan  # rounds without a value
    values[20:, 4] = np.nan  # an arm that failed
    values[:35, 5] = np.nan  # one with too few rounds
    found = correlation([values])
    assert found is not None and 0.4 < found < 0.8


def test_it_is_never_below_0_or_so_high_that_nothing_would_be_left() -> None:
    swinging = np.where(np.arange(20)[:, None] % 2, 1.0, -1.0) * np.array([0, 1, -1, 2.0])
    assert correlation([swinging]) == 0.0
    rising = np.arange(40)[:, None] * np.array([0, 1, -1, 2.0])
    assert correlation([rising]) == MOST_CORRELATION


def test_the_design_effect_by_hand() -> None:
    assert design_effect(24, 0.0) == 1
    # Of two rounds: 1 + 2 (1 - 1/2) (2 / pi) asin(0.5) = 1 + 1/3.
    assert design_effect(2, 0.5) == pytest.approx(4 / 3)
    # Of three: 1 + 2 (2/3 x 1/3 + 1/3 x (2 / pi) asin(1/4)).
    assert design_effect(3, 0.5) == pytest.approx(1 + 2 * (2 / 9 + 2 / np.pi * np.arcsin(0.25) / 3))
    for wrong in ((0, 0.5), (5, -0.1), (5, 1.0)):
        with pytest.raises(ValueError, match="correlation"):
            design_effect(*wrong)


def test_independent_rounds_have_the_rank_of_rule_7() -> None:
    faults = []
    for n, alpha in itertools.product((0, 1, 5, 12, 24, 60, 150), (0.05, 0.004, 0.0003)):
        usual, alike, dependent_one = order_rank(n, alpha), dependent_rank(n, alpha, 0.0), dependent_rank(n, alpha, 0.3)
        if not (alike == usual == Replication().rank(n, alpha) and dependent_one <= usual):
            faults.append(f"{n} rounds at {alpha}: {usual}, {alike} and {dependent_one}")
        if Replication(correlation=0.3).rank(n, alpha) != dependent_one:
            faults.append(f"{n} rounds at {alpha}: a replication has another rank")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("n", "rho"), [(12, 0.3), (24, 0.6), (120, 0.6)])
def test_the_rank_is_the_largest_that_a_process_of_that_correlation_allows(n: int, rho: float) -> None:
    # By simulation: the share of trials in which fewer than k values, or all but fewer than k, lie below the median.
    below = (autoregressive(np.random.default_rng(6), (20_000, n, 1), rho)[..., 0] < 0).sum(axis=1)
    for alpha in (0.2, 0.05, 0.01):
        rank = dependent_rank(n, alpha, rho)
        missed = [float(((below < k) | (n - below < k)).mean()) for k in (rank, rank + 2)]
        assert missed[0] <= alpha * 1.15 + 0.001 and missed[1] > alpha


def test_long_runs_take_the_approximation_and_short_ones_the_process_with_the_same_result() -> None:
    for alpha in (0.05, 0.005):
        assert abs(dependent_rank(100, alpha, 0.4) - dependent_rank(101, alpha, 0.4)) <= 1
    assert dependent_rank(10_000, 0.001, 0.3) == pytest.approx(
        5000 - 3.29 * 50 * design_effect(10_000, 0.3) ** 0.5, abs=3
    )


def test_a_sequence_counts_fewer_rounds_too() -> None:
    assert sequence_rank(40, 0.05, 1.0) == sequence_rank(40, 0.05) == Replication(True).rank(40, 0.05)
    effect = design_effect(40, 0.5)
    assert Replication(True, 0.5).rank(40, 0.05) == sequence_rank(40, 0.05, effect) < sequence_rank(40, 0.05)
    with pytest.raises(ValueError, match="alpha"):
        sequence_rank(40, 0.05, 0.9)


def test_the_fewest_rounds_of_an_interval() -> None:
    assert Replication().least_rounds(0.05) == 6
    assert Replication(correlation=None).least_rounds(0.05) == 6  # as far as it is known
    for rule in (Replication(correlation=0.4), Replication(sequence=True), Replication(True, 0.4)):
        least = rule.least_rounds(0.01)
        assert rule.rank(least, 0.01) > 0 == rule.rank(least - 1, 0.01)


#: Rule 7 alone, which takes rounds for independent, misses in a third of the levels whose rounds correlate by 0.6.
UNCORRECTED = 0.3


@pytest.mark.parametrize("rho", dependent.CORRELATIONS)
@pytest.mark.parametrize("trials", few_or_all(400))
def test_intervals_of_a_level_hold_their_truths_however_rounds_follow_each_other(trials: Trials, rho: float) -> None:
    found = {shape: dependent.covered(*shape, rho, trials=trials.count) for shape in dependent.SHAPES}
    assert {shape: one for shape, one in found.items() if trials.too_many(1 - one.held, 0.07)} == {}
    levels = Trials(trials.count * len(found))
    plain, missed = (1 - np.mean([getattr(one, way) for one in found.values()]) for way in ("plain", "held"))
    assert not levels.too_many(missed, 0.05)
    assert levels.power(0.05, UNCORRECTED) > 0.999 and (rho < 0.6 or plain > UNCORRECTED)


@pytest.mark.parametrize("trials", few_or_all(100))
def test_a_sequence_holds_its_truths_at_every_look(trials: Trials) -> None:
    missed = {rho: dependent.looked(rho, trials=trials.count) for rho in dependent.CORRELATIONS}
    assert {rho: share for rho, share in missed.items() if trials.too_many(share, 0.08)} == {}
    runs = Trials(trials.count * len(missed))
    assert not runs.too_many(float(np.mean(list(missed.values()))), 0.05)
    assert runs.power(0.05, 0.4) > 0.99  # ordinary intervals miss that often: 20 % if rounds are independent, else more
