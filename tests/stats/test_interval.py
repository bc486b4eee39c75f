import itertools
import math
import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import binom, quantile_test

from iotrial.stats.interval import Interval, median_interval, minimum_rounds, order_rank


def test_rank_is_the_largest_that_rule_7_allows() -> None:
    faults = []
    for n, comparisons in itertools.product(range(5, 61), (1, 3, 9, 29)):
        alpha = 0.05 / comparisons
        k = order_rank(n, alpha)
        below, at = 2 * binom.cdf([k - 1, k], n, 0.5)
        if not ((k == 0 or below <= alpha) and at > alpha):
            faults.append(f"rank {k} of {n} rounds with {comparisons} comparisons: {below:.4f} and {at:.4f}")
    assert not faults, "\n".join(faults)


def test_ranks_of_the_usual_tables() -> None:
    # Two-sided 5 % points of the sign test, as printed in textbooks (Conover, Practical Nonparametric Statistics).
    assert [order_rank(n, 0.05) for n in (5, 6, 8, 9, 12, 15, 20, 24, 30)] == [0, 1, 1, 2, 3, 4, 6, 7, 10]


@pytest.mark.parametrize("n", [6, 12, 13, 24, 40])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 3, 0.05 / 9])
def test_interval_agrees_with_scipy(n: int, alpha: float) -> None:
    values = np.random.default_rng(n).standard_normal(n)
    interval = median_interval(values, alpha)
    if interval is None:
        assert 2 * 0.5**n > alpha
        return
    ours = (interval.low, interval.high)
    # SciPy leaves a bound NaN if it has no rank; each side carries alpha / 2 as ours do.
    theirs = quantile_test(values, p=0.5).confidence_interval(confidence_level=1 - alpha)
    assert ours == pytest.approx((theirs.low, theirs.high))
    assert interval.center == np.median(values)


def test_interval_of_known_values() -> None:
    assert median_interval(np.arange(12.0)[::-1], 0.05) == Interval(5.5, 2.0, 9.0)


def test_too_few_rounds_give_no_interval() -> None:
    assert median_interval(np.zeros(5), 0.05) is None
    assert median_interval(np.zeros(0), 0.05) is None


def test_missing_values_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"^values hold a NaN$"):
        median_interval(np.array([1.0, np.nan] * 6), 0.05)
    with pytest.raises(ValueError, match="1-d"):
        median_interval(np.zeros((12, 2)), 0.05)


@pytest.mark.parametrize(("n", "alpha"), [(-1, 0.05), (5, 0.0), (5, 1.0), (5, math.nan)])
def test_senseless_questions_are_errors(n: int, alpha: float) -> None:
    with pytest.raises(ValueError, match="must"):
        order_rank(n, alpha)


def test_minimum_rounds_is_the_first_number_with_an_interval() -> None:
    ranks = {
        comparisons: [order_rank(minimum_rounds(comparisons) - less, 0.05 / comparisons) for less in (1, 0)]
        for comparisons in range(1, 60)
    }
    assert {comparisons: found for comparisons, found in ranks.items() if found != [0, 1]} == {}


def test_minimum_rounds_needs_a_comparison() -> None:
    with pytest.raises(ValueError, match="comparison"):
        minimum_rounds(0)


def test_logs_become_ratios() -> None:
    ratio = Interval(math.log(2), math.log(1.5), math.log(3)).as_ratio()
    assert (ratio.center, ratio.low, ratio.high) == pytest.approx((2, 1.5, 3))


def test_importing_the_statistics_does_not_import_scipy() -> None:
    modules = [
        "judge_level",
        "cost_lines",
        "pooled",
        "power",
        "ranking",
        "sequence",
        "verdict",
        "level_samples",
        "doubts",
    ]
    code = f"import sys\nfor m in {modules!r}: __import__('iotrial.stats.' + m)\nprint('scipy' in sys.modules)"
    paths = f"import sys; sys.path[:0] = {sys.path!r}\n"
    assert (
        subprocess.run([sys.executable, "-c", paths + code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )


def test_an_interval_of_ratios_is_widened_by_a_factor_either_way() -> None:
    assert Interval(2.0, 1.0, 5.0).widened(2.0) == Interval(2.0, 0.5, 10.0)


def test_an_interval_is_stretched_about_its_middle() -> None:
    assert Interval(2.0, 1.0, 5.0).stretched(3.0) == Interval(2.0, -1.0, 11.0)
    assert Interval(2.0, 1.0, math.inf).stretched(2.0) == Interval(2.0, 0.0, math.inf)
    assert Interval(math.inf, 1.0, math.inf).stretched(2.0) == Interval(math.inf, -math.inf, math.inf)
