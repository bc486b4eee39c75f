"""The risk of a run, shared among all that it says."""

import itertools

import pytest

from iotrial.stats.interval import ALPHA
from iotrial.stats.risk import WEIGHTS, Risk, pair_alpha


def test_a_run_of_verdicts_alone_has_the_whole_risk_for_them() -> None:
    assert Risk(9).share("levels") == ALPHA
    assert Risk(9).level(10) == pytest.approx(ALPHA)


@pytest.mark.parametrize("count", range(len(WEIGHTS)))
def test_the_shares_of_all_families_are_the_risk(count: int) -> None:
    for others in itertools.combinations(sorted(set(WEIGHTS) - {"levels"}), count):
        risk = Risk(9, frozenset(others))
        assert sum(risk.share(family) for family in ("levels", *others)) == pytest.approx(ALPHA)


def test_shares_by_hand() -> None:
    risk = Risk(20, frozenset({"claims", "across"}))
    assert risk.share("levels") == pytest.approx(0.05 * 6 / 10)
    assert risk.share("claims") == risk.share("across") == pytest.approx(0.05 * 2 / 10)
    assert risk.share("memory") == pytest.approx(0.05 * 6 / 16)  # as if it had it


def test_levels_have_a_share_by_the_arms_that_they_compare() -> None:
    risk = Risk(20)
    assert risk.level(16) == pytest.approx(0.05 * 15 / 20) and risk.level(6) == pytest.approx(0.05 * 5 / 20)
    assert risk.level(1) == pytest.approx(0.05 / 20)  # a baseline alone is one comparison
    assert Risk(0).level(1) == ALPHA and Risk(2).level(9) == ALPHA


def test_a_level_is_shared_by_all_its_pairs() -> None:
    assert pair_alpha(0.05, 10) == pytest.approx(0.05 / 45)
    assert pair_alpha(0.05, 2) == pair_alpha(0.05, 1) == 0.05
