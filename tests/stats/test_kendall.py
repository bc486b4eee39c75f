"""Kendall's test, held against SciPy's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

from iotrial.stats.kendall import MOST_EXACT, trend_p


def test_it_is_that_of_scipy() -> None:
    faults = []
    counts = (2, 3, 5, 12, MOST_EXACT, MOST_EXACT + 1, 60, 400)
    for n, digits, slope in itertools.product(counts, (1, 2, 12), (0.0, 0.02, 0.3)):
        rng = np.random.default_rng([n, digits, int(100 * slope)])
        for _ in range(5):
            values = np.round(slope * np.arange(n) + rng.standard_normal(n), digits)
            if len(set(values)) > 1:
                ours, theirs = trend_p(values), kendalltau(np.arange(n), values).pvalue
                if ours != pytest.approx(theirs, rel=1e-9, abs=1e-14):
                    faults.append(f"{ours}, SciPy has {theirs}, of {n} values of {digits} digits with slope {slope}")
    assert not faults, "\n".join(faults)


def test_values_in_order_are_the_least_likely_and_equal_ones_say_nothing() -> None:
    assert trend_p(np.arange(5.0)) == trend_p(-np.arange(5.0)) == pytest.approx(2 / 120)
    assert trend_p(np.ones(9)) == 1.0
