import math

import pytest

from iotrial.stats.verdict import band, excludes_one, judge, rounds_still_needed


def test_the_band_is_the_same_from_either_side() -> None:
    low, high = band(0.25)
    assert (low, high) == (0.8, 1.25)
    assert band(0) == (1, 1)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.02, 1.05, "slower"),
        (0.90, 0.95, "faster"),
        (0.995, 1.004, "equivalent"),
        (1.004, 1.006, "equivalent"),  # differs, but by less than the margin
        (1 / 1.01, 1.01, "equivalent"),
        (1.01, 1.02, "undecided"),
        (1.004, 1.02, "undecided"),
        (0.9, 1.1, "undecided"),
        (None, None, "undecided"),
        (1.011, math.inf, "slower"),
    ],
)
def test_verdicts_at_one_per_cent(low: float | None, high: float | None, verdict: str) -> None:
    assert judge(low, high, 0.01) == verdict


@pytest.mark.parametrize(("low", "high"), [(1.1, 1.0), (math.nan, 1.0), (None, 1.0), (1.0, None)])
def test_half_an_interval_is_an_error(low: float | None, high: float | None) -> None:
    with pytest.raises(ValueError, match="no interval"):
        judge(low, high, 0.01)


@pytest.mark.parametrize("margin", [-0.01, math.nan, math.inf])
def test_a_senseless_margin_is_an_error(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        band(margin)


def test_one_is_excluded_only_when_it_lies_outside() -> None:
    assert excludes_one(1.001, 1.2)
    assert excludes_one(0.9, 0.999)
    assert not excludes_one(1.0, 1.2)
    assert not excludes_one(0.9, 1.1)


def test_rounds_still_needed_follow_the_square_of_rule_8() -> None:
    # Half-width 0.02, distance of 1.03 to the bound 1.01 in logs: ln(1.03 / 1.01) = 0.019608.
    low, high = 1.03 * math.exp(-0.02), 1.03 * math.exp(0.02)
    assert rounds_still_needed(12, 1.03, low, high, 0.01) == math.ceil(12 * (0.02 / math.log(1.03 / 1.01)) ** 2) == 13


def test_an_undecided_arm_always_needs_more_rounds() -> None:
    # A lopsided interval: the side that matters is the longer one.
    assert rounds_still_needed(12, 1.05, 1.0, 1.051, 0.01) == 13


def test_no_number_of_rounds_is_named_for_a_decided_arm_or_one_on_the_bound() -> None:
    assert rounds_still_needed(12, 1.5, 1.4, 1.6, 0.01) is None
    assert rounds_still_needed(12, 1.01, 1.0, 1.02, 0.01) is None


@pytest.mark.parametrize(("ratio", "rounds"), [(1.3, 68), (1 / 1.3, 68), (1.05, 2864), (1.001, 53921)])
def test_rounds_still_needed_by_numbers(ratio: float, rounds: int) -> None:
    """12 (0.6 / ln(1.3 / 1.01))^2 = 67.8, and so on."""
    assert rounds_still_needed(12, ratio, ratio * math.exp(-0.6), ratio * math.exp(0.6), 0.01) == rounds
