import numpy as np
import pytest

from iotrial.stats.effects import effect
from iotrial.stats.replication import Replication


def test_the_same_drift_at_both_levels_is_no_effect() -> None:
    rng = np.random.default_rng(2)
    drift = np.exp(np.linspace(0, 1, 12))
    first = 1e6 * drift * np.exp(0.001 * rng.standard_normal(12))
    ratio, interval = effect(first, 2e6 * drift)
    assert ratio == pytest.approx(2, rel=0.002)
    assert interval is not None and interval.low < 2 < interval.high < 2.01


def test_the_interval_is_corrected_for_all_that_is_told_together() -> None:
    rng = np.random.default_rng(3)
    first, other = np.exp(rng.standard_normal((2, 24)))
    one, many = (effect(first, other, alpha=0.05 / count)[1] for count in (1, 50))
    assert one is not None and many is not None
    assert many.low < one.low < one.high < many.high
    assert effect(first, other, alpha=0.05 / 10**9)[1] is None


def test_a_sequence_has_its_own_wider_interval() -> None:
    first, other = np.exp(np.random.default_rng(4).standard_normal((2, 24)))
    fixed, always = (effect(first, other, replication=Replication(sequence))[1] for sequence in (False, True))
    assert fixed is not None and always is not None and always.high > fixed.high


def test_sweeps_without_both_are_left_out() -> None:
    times = np.full(8, 1e6)
    lacking = np.where(np.arange(8) < 3, np.nan, 3e6)
    ratio, interval = effect(times, lacking)
    assert ratio == pytest.approx(3)
    assert interval is not None and interval.is_wide  # five sweeps are too few for the sign test
    assert (interval.low, interval.high) == pytest.approx((2, 4.5))
    ratio, interval = effect(times, np.where(np.arange(8) < 5, np.nan, 3e6))
    assert ratio == pytest.approx(3) and interval is None  # three are too few for any
    assert effect(times, np.full(8, np.nan)) == (None, None)


@pytest.mark.parametrize(
    ("first", "other"),
    [([1.0], [1.0, 2.0]), ([0.0], [1.0]), ([1.0], [np.inf])],
)
def test_what_cannot_be_compared_is_refused(first: list[float], other: list[float]) -> None:
    with pytest.raises(ValueError, match=r"paired|above 0"):
        effect(np.array(first), np.array(other))


def test_intervals_over_sweeps_hold_the_truth_whatever_drifts() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(2000):
        drift = np.exp(np.cumsum(0.05 * rng.standard_normal(24)))  # a machine that grows slower and faster again
        first = 1e6 * drift * np.exp(0.02 * rng.standard_normal(24))
        other = 1.3e6 * drift * np.exp(0.02 * rng.standard_t(2, 24))  # heavy tails at the other level
        _, interval = effect(first, other)
        held += interval is not None and interval.low <= 1.3 <= interval.high
    assert held / 2000 >= 0.94


def test_a_run_that_looks_often_takes_more_sweeps_for_an_effect() -> None:
    first, other = np.full(6, 1e6), np.full(6, 2e6)
    assert effect(first, other)[1] is not None
    assert effect(first, other, replication=Replication(sequence=True))[1] is None
