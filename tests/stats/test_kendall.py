"""Kendall's test, held against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from iotrial.stats.kendall import MOST_EXACT, trend_p


@pytest.mark.parametrize("n", [2, 3, 5, 12, MOST_EXACT, MOST_EXACT + 1, 60, 400])
@pytest.mark.parametrize("kept", [1, 2, 12], ids=lambda digits: f"{digits} digits")
@pytest.mark.parametrize("slope", [0.0, 0.02, 0.3])
def test_it_is_that_of_scipy(n: int, kept: int, slope: float) -> None:
    rng = np.random.default_rng([n, kept, int(100 * slope)])
    for _ in range(5):
        values = np.round(slope * np.arange(n) + rng.standard_normal(n), kept)
        if len(set(values)) > 1:
            assert trend_p(values) == pytest.approx(kendalltau(np.arange(n), values).pvalue, rel=1e-9, abs=1e-14)


def test_values_in_order_are_the_least_likely_and_equal_ones_say_nothing() -> None:
    assert trend_p(np.arange(5.0)) == trend_p(-np.arange(5.0)) == pytest.approx(2 / 120)
    assert trend_p(np.ones(9)) == 1.0
