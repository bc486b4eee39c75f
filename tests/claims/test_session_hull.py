"""The hull of the intervals of several sessions, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.claims.outcome import Outcome, decided
from iotrial.claims.session_hull import SessionHull, hull
from iotrial.stats.interval import Interval

A, B, C = Interval(1.2, 1.0, 1.5), Interval(1.4, 1.3, 1.6), Interval(2.0, 1.8, 2.1)


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        ([A], SessionHull(1.2, 1.0, 1.5, 1, None)),
        ([A, B], SessionHull(1.3, 1.0, 1.6, 2, None)),
        ([A, B, C], SessionHull(1.4, 1.0, 2.1, 3, "1.2 [1, 1.5] and 2 [1.8, 2.1]")),
        ([C, B], SessionHull(1.7, 1.3, 2.1, 2, "2 [1.8, 2.1] and 1.4 [1.3, 1.6]")),
        ([Interval(1, 0.9, 1.3), B], SessionHull(1.2, 0.9, 1.6, 2, None)),  # two that touch overlap
        ([Interval(1, 0.9, 1.29), B], SessionHull(1.2, 0.9, 1.6, 2, "1 [0.9, 1.29] and 1.4 [1.3, 1.6]")),
        ([B, B], SessionHull(1.4, 1.3, 1.6, 2, None)),
    ],
)
def test_the_hull_has_every_interval_and_tells_two_that_do_not_overlap(
    intervals: list[Interval], expected: SessionHull
) -> None:
    found = hull(intervals)
    assert found.center == pytest.approx(expected.center)
    assert (found.low, found.high, found.sessions, found.apart) == (
        *(expected.low, expected.high, expected.sessions, expected.apart),
    )


def test_one_of_three_that_lies_elsewhere_is_told_though_it_overlaps_another() -> None:
    found = hull([Interval(1, 0.9, 1.1), Interval(1.1, 1.0, 1.2), Interval(1.2, 1.15, 1.3)])
    assert found.apart == "1 [0.9, 1.1] and 1.2 [1.15, 1.3]"


def test_the_hull_misses_the_truth_far_less_often_than_a_session_with_an_offset_of_its_own() -> None:
    # Equal arms, each session with an offset of 1 %, and intervals of 0.5 % that hold the session's own ratio.
    centers = np.exp(0.01 * np.random.default_rng(1).standard_normal((2000, 2)))
    alone = both = 0
    for pair in centers:
        found = hull([Interval(one, one / 1.005, one * 1.005) for one in map(float, pair)])
        alone += not pair[0] / 1.005 <= 1 <= pair[0] * 1.005
        both += not found.low <= 1 <= found.high
    assert 0.55 < alone / 2000 < 0.68 and both / 2000 < 0.22


def test_an_outcome_knows_the_sessions_that_it_rests_on() -> None:
    assert decided("confirmed", A) == Outcome("confirmed", 1.2, 1.0, 1.5)
    two = decided("open", hull([A, C]), "wide", "in words")
    assert (two.sessions, two.apart, two.reason, two.said) == (2, "1.2 [1, 1.5] and 2 [1.8, 2.1]", "wide", "in words")
