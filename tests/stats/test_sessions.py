"""Sessions of one question, put together (rule 15)."""

import math

import numpy as np
import pytest

from iotrial.stats.interval import Interval
from iotrial.stats.sessions import sessions


def test_the_hull_reaches_from_the_lowest_bound_to_the_highest() -> None:
    found = sessions([Interval(1.5, 1.4, 1.6), Interval(1.7, 1.55, 1.8), Interval(1.6, 1.5, 1.7)])
    assert found is not None
    assert (found.hull.low, found.hull.center, found.hull.high) == (1.4, 1.6, 1.8)
    assert found.overlap and found.spread == pytest.approx(1.7 / 1.5)


def test_the_middle_of_two_sessions_is_as_far_from_either_as_a_ratio() -> None:
    found = sessions([Interval(1, 0.9, 1.1), Interval(4, 3.9, 4.1)])
    assert found is not None and found.hull.center == 2
    assert not found.overlap and found.spread == 4


@pytest.mark.parametrize(("high", "overlap"), [(1.5, True), (1.499, False)])
def test_intervals_that_touch_overlap(high: float, overlap: bool) -> None:
    found = sessions([Interval(1.6, 1.5, 1.7), Interval(1.4, 1.3, high)])
    assert found is not None and found.overlap is overlap


def test_one_of_three_that_lies_elsewhere_is_told() -> None:
    found = sessions([Interval(1, 0.9, 1.1), Interval(1.1, 1.0, 1.2), Interval(1.2, 1.15, 1.3)])
    assert found is not None and not found.overlap


def test_one_session_settles_nothing() -> None:
    assert sessions([]) is None and sessions([Interval(1, 0.9, 1.1)]) is None


def test_sessions_that_say_the_same_have_no_spread() -> None:
    found = sessions([Interval(1.2, 1.1, 1.3)] * 2)
    assert found is not None and (found.spread, found.hull.low, found.hull.high) == (1, 1.1, 1.3)
    assert found.hull.center == pytest.approx(1.2)


@pytest.mark.parametrize(
    "wrong",
    [
        Interval(1, 0, 2),
        Interval(1, 1.1, 2),
        Interval(3, 1, 2),
        Interval(1, 0.5, math.inf),
        Interval(math.nan, 0.5, 2),
    ],
)
def test_what_is_no_interval_of_a_ratio_is_refused(wrong: Interval) -> None:
    with pytest.raises(ValueError, match="no interval"):
        sessions([Interval(1, 0.9, 1.1), wrong])


def test_the_hull_misses_the_truth_far_less_often_than_a_session_with_an_offset_of_its_own() -> None:
    # Equal arms, each session with an offset of 1 %, and intervals of 0.5 % that hold the session's own ratio.
    centers = np.exp(0.01 * np.random.default_rng(1).standard_normal((2000, 2)))
    alone = both = 0
    for pair in centers:
        found = sessions([Interval(one, one / 1.005, one * 1.005) for one in map(float, pair)])
        assert found is not None
        alone += not pair[0] / 1.005 <= 1 <= pair[0] * 1.005
        both += not found.hull.low <= 1 <= found.hull.high
    assert 0.55 < alone / 2000 < 0.68 and both / 2000 < 0.22
