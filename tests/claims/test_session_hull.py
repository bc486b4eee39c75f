"""The hull of the intervals of several sessions, worked out by hand."""

from __future__ import annotations

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


def test_an_outcome_knows_the_sessions_that_it_rests_on() -> None:
    assert decided("confirmed", A) == Outcome("confirmed", 1.2, 1.0, 1.5)
    two = decided("open", hull([A, C]), "wide", "in words")
    assert (two.sessions, two.apart, two.reason, two.said) == (2, "1.2 [1, 1.5] and 2 [1.8, 2.1]", "wide", "in words")
