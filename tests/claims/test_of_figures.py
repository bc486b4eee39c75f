"""What one figure says of a claim, worked out by hand: on the bounds, and to the word."""

from __future__ import annotations

from typing import Any

import pytest

from iotrial.claims import compared
from iotrial.claims.levels_together import LevelsTogether, decided_levels, together
from iotrial.claims.measured_figures import over, range_of, said_figures, said_range
from iotrial.claims.outcome import Outcome
from iotrial.claims.tolerance import NO_BOUND
from iotrial.stats.interval import Interval

#: Intervals of a ratio beside a margin of 25 %, which counts 0.8 to 1.25 as equal.
SMALLER, EQUAL, LARGER = Interval(0.6, 0.5, 0.79), Interval(1.1, 0.8, 1.25), Interval(1.3, 1.26, 2)
NOT_LARGER, NOT_SMALLER, ANY = Interval(0.9, 0.7, 1.25), Interval(1.2, 0.8, 1.26), Interval(1, 0.79, 1.26)


@pytest.mark.parametrize(
    ("ratio", "larger", "smaller", "equal", "not_smaller", "not_larger"),
    [
        (SMALLER, "opposite here", "confirmed", "holds nowhere tested", "opposite here", "confirmed"),
        (EQUAL, "equal here", "equal here", "confirmed", "confirmed", "confirmed"),
        (LARGER, "confirmed", "opposite here", "holds nowhere tested", "confirmed", "opposite here"),
        (NOT_LARGER, "open", "open", "open", "open", "confirmed"),
        (NOT_SMALLER, "open", "open", "open", "confirmed", "open"),
        (ANY, "open", "open", "open", "open", "open"),
    ],
)
def test_the_place_of_an_interval_decides_with_its_figures(
    ratio: Interval, larger: Any, smaller: Any, equal: Any, not_smaller: Any, not_larger: Any
) -> None:
    for judge, verdict in (
        (compared.larger, larger),
        (compared.smaller, smaller),
        (compared.equal, equal),
        (compared.not_smaller, not_smaller),
        (compared.not_larger, not_larger),
    ):
        assert judge(ratio, 0.25, None) == Outcome(verdict, ratio.center, ratio.low, ratio.high)


def test_what_may_not_be_called_equal_is_open_where_equality_would_decide_and_says_why() -> None:
    for judge in (compared.larger, compared.smaller, compared.equal, compared.not_smaller, compared.not_larger):
        assert judge(EQUAL, 0.25, "drifts") == Outcome("open", 1.1, 0.8, 1.25, "drifts")
        for ratio in (LARGER, SMALLER):
            assert judge(ratio, 0.25, "drifts") == judge(ratio, 0.25, None)
            assert judge(ratio, 0.25, None).reason is None
    assert compared.not_smaller(NOT_SMALLER, 0.25, "drifts").verdict == "open"
    assert compared.not_larger(NOT_LARGER, 0.25, "drifts").verdict == "open"


@pytest.mark.parametrize(
    ("ratio", "unlike", "verdict", "reason"),
    [
        (Interval(2, 1.5, 3), None, "confirmed", None),  # the bounds belong to the band
        (Interval(2, 1.49, 3), None, "same direction", "the interval reaches over a bound of 1.5 to 3 times"),
        (Interval(2, 1.5, 3.01), None, "same direction", "the interval reaches over a bound of 1.5 to 3 times"),
        (Interval(2, 1.25, 3), None, "open", "the interval reaches over a bound of 1.5 to 3 times"),  # it may be equal
        (Interval(1, 0.5, 9), None, "open", "the interval reaches over a bound of 1.5 to 3 times"),
        (Interval(3, 3, 4), None, "same direction, larger", None),
        (Interval(1.4, 1.3, 1.5), None, "same direction, smaller", None),
        (Interval(1.2, 1.01, 1.5), None, "same direction, smaller", None),  # 1 is left out
        (Interval(1.2, 1, 1.5), None, "open", "less than published, and the direction is open"),
        (Interval(0.9, 0.7, 0.99), None, "open", "less than published, and the direction is open"),
        (SMALLER, None, "opposite here", None),
        (EQUAL, None, "equal here", None),
        (EQUAL, "drifts", "open", "drifts"),
        (LARGER, "drifts", "same direction", "the interval reaches over a bound of 1.5 to 3 times"),
        (Interval(2, 1.5, 3), "drifts", "confirmed", None),
    ],
)
def test_a_ratio_lies_in_its_band_beyond_it_or_across_a_bound(
    ratio: Interval, unlike: str | None, verdict: Any, reason: str | None
) -> None:
    found = compared.banded((1.5, 3), ratio, 0.25, unlike)
    assert found == Outcome(verdict, ratio.center, ratio.low, ratio.high, reason)


@pytest.mark.parametrize(
    ("band", "low", "high", "verdict"),
    [
        ((1.1, NO_BOUND), 1.05, 1.15, "same direction"),  # at least 10 % more: more it is, and how much is open
        ((1.1, NO_BOUND), 1.005, 1.15, "open"),  # it may be equal
        ((1.1, NO_BOUND), 1.1, 1.15, "confirmed"),
        ((1 / NO_BOUND, 0.9), 0.85, 0.95, "same direction"),
        ((1 / NO_BOUND, 1.2), 1.15, 1.25, "open"),  # at most 1.2 times as long says no direction
        ((1 / NO_BOUND, 1.2), 0.9, 1.2, "confirmed"),
    ],
)
def test_a_bound_that_was_published_leaves_its_size_open_and_not_the_direction(
    band: tuple[float, float], low: float, high: float, verdict: str
) -> None:
    assert compared.banded(band, Interval((low + high) / 2, low, high), 0.01, None).verdict == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.96, 1.04, "equal here"),
        (1 / 1.05, 1.05, "equal here"),  # the tolerance's bounds belong to it
        (1.0, 1.04, "equal here"),
        (0.96, 1.0, "equal here"),
        (0.952, 1.04, "open"),
        (0.96, 1.051, "open"),
        (1.001, 1.04, "same direction, smaller"),  # it points a way
        (0.96, 0.999, "open"),  # the other way, and not by the margin
    ],
)
def test_what_was_published_as_larger_and_points_neither_way_is_equal_within_the_tolerance(
    low: float, high: float, verdict: Any
) -> None:
    found = compared.banded((1.1, 3), Interval(1.0, low, high), 0.01, None)
    told = {
        "equal here": "no direction, and the same within 5 %",
        "open": "less than published, and the direction is open",
    }
    assert found == Outcome(verdict, 1.0, low, high, told.get(verdict))
    if verdict == "equal here":
        assert compared.banded((1.1, 3), Interval(1.0, low, high), 0.01, "drifts").reason == "drifts"
        assert (
            compared.banded((1.03, 3), Interval(1.0, low, 1.04), 0.01, None).verdict == "open"
        )  # as published, or not
        assert compared.larger(Interval(1.0, low, high), 0.01, None).verdict == "open"  # no size was published


@pytest.mark.parametrize(
    ("band", "bounds", "verdict"),
    [
        ((2, 3), (3, 3.5), "same direction, larger"),
        ((2, 3), (1.01, 2), "same direction, smaller"),
        ((2, 3), (1, 1.5), None),
        ((2, 3), (0.5, 1), None),
        ((2, 3), (0.5, 0.99), "opposite here"),
        ((1, 3), (0.5, 0.99), "opposite here"),  # a band that begins at 1 says "no less"
        ((0.5, 0.8), (0.3, 0.5), "same direction, larger"),
        ((0.5, 0.8), (0.8, 0.99), "same direction, smaller"),
        ((0.5, 0.8), (0.9, 1), None),
        ((0.5, 0.8), (1, 2), None),
        ((0.5, 0.8), (1.01, 2), "opposite here"),
        ((0.5, 1), (1.01, 2), "opposite here"),
        ((0.5, 2), (3, 4), "holds nowhere tested"),
        ((0.5, 2), (0.1, 0.2), "holds nowhere tested"),
    ],
)
def test_beyond_its_band_a_figure_is_larger_or_smaller_as_long_as_it_points_the_same_way(
    band: tuple[float, float], bounds: tuple[float, float], verdict: Any
) -> None:
    assert compared.outside(band, *bounds) == verdict
    shifted = compared.outside((band[0] - 1, band[1] - 1), bounds[0] - 1, bounds[1] - 1, 0.0)
    assert shifted == verdict  # a difference, for which 0 is nothing


@pytest.mark.parametrize(
    ("band", "unlike", "verdict"),
    [
        ((0.5, 2), None, "confirmed"),
        ((0.5, 2), "drifts", "open"),
        ((0.5, 1), "drifts", "confirmed"),
        ((1, 2), "drifts", "confirmed"),
    ],
)
def test_a_band_around_one_says_that_both_are_equal_and_one_beside_it_does_not(
    band: tuple[float, float], unlike: str | None, verdict: str
) -> None:
    found = compared.banded(band, Interval(1, 1, 1), 0.25, unlike)
    assert (found.verdict, found.reason) == (verdict, "drifts" if verdict == "open" else None)


def test_of_several_outcomes_the_one_that_is_farthest_from_holding_counts() -> None:
    outcomes = [Outcome("confirmed", reason="0"), Outcome("equal here", reason="1")]
    assert compared.weakest([]) is None and compared.weakest(outcomes[:1]) is None
    assert compared.weakest(outcomes) == outcomes[1]
    undecided, reversed_ = Outcome("open"), Outcome("opposite here", reason="first")
    assert compared.weakest([*outcomes, undecided]) == undecided
    not_so = Outcome("holds nowhere tested", reason="2")
    assert compared.weakest([*outcomes, undecided, not_so]) == not_so
    assert compared.weakest([not_so, reversed_]) == reversed_
    assert compared.weakest([*outcomes, undecided, reversed_, Outcome("opposite here")]) == reversed_


def at(level: str, verdict: Any, **given: Any) -> Outcome:
    """The outcome of a level that differs from the others by its number of records."""
    return Outcome(verdict, level=level, **{"factors": {"records": int(level)}, **given})


def said(*outcomes: Outcome) -> tuple[str, str | None]:
    found = together(outcomes)
    assert list(found.outcomes) == list(outcomes)
    return found.verdict, found.reason


def test_levels_that_were_not_run_say_why_once_each_and_count_only_if_no_other_was() -> None:
    absent = [Outcome("not run", reason="no b"), Outcome("not run", reason="no c"), Outcome("not run", reason="no b")]
    assert together(absent) == LevelsTogether("not run", Outcome("not run"), "no b; no c", absent)
    assert said() == said(Outcome("not run")) == ("not run", "no level of the run is one that it speaks of")
    assert said(*absent, at("1", "confirmed")) == ("confirmed", None)


def test_levels_that_agree_have_the_figures_and_the_reason_of_the_first() -> None:
    outcomes = [at("1", "confirmed", reason="b over a", measured=2.0), at("2", "confirmed", reason="c over a")]
    assert together(outcomes) == LevelsTogether("confirmed", outcomes[0], "b over a", outcomes)


def test_where_no_factor_separates_the_verdicts_the_levels_are_listed_in_their_order() -> None:
    places = (("a", 1, "opposite here"), ("a", 2, "confirmed"), ("b", 1, "confirmed"), ("b", 2, "opposite here"))
    outcomes = [
        Outcome(verdict, level=f"sink={sink} n={n}", factors={"sink": sink, "n": n})  # type: ignore[arg-type]
        for sink, n, verdict in places
    ]
    told = "opposite at sink=a n=1, sink=b n=2; as said at sink=a n=2, sink=b n=1"
    assert said(*outcomes) == ("only at", told)
    assert said(*outcomes, at("3", "open"), at("4", "open")) == ("only at", f"{told}; open at 3, 4")
    assert together(outcomes).decisive == outcomes[0]
    first_open = together([at("3", "open"), Outcome("not run"), *outcomes])
    assert first_open.decisive == outcomes[0]  # of what is decided


def test_a_verdict_that_depends_names_each_factor_that_separates_it() -> None:
    outcomes = [
        Outcome("confirmed", level="1", factors={"sink": "a", "n": 1}),
        Outcome("opposite here", level="2", factors={"sink": "b", "n": 2}),
    ]
    told = "sink: as said at a; opposite at b; or n: as said up to 1, opposite from 2"
    assert said(*outcomes) == ("only at", told)


def test_what_holds_at_no_level_does_not_depend_on_it() -> None:
    outcomes = [at("1", "equal here"), at("2", "opposite here")]
    assert said(*outcomes) == (
        "holds nowhere tested",
        "at no level: records: equal up to 1, opposite from 2",
    )
    assert together(outcomes).decisive == outcomes[0]
    assert said(*outcomes, at("3", "open", reason="wide"))[0] == "open"  # it may hold there
    for same_way in ("confirmed", "same direction, larger", "same direction, smaller"):
        assert said(*outcomes, at("3", same_way))[0] == "only at"


def test_a_level_without_an_arm_that_should_be_there_is_named() -> None:
    missing = at("2", "not run", reason="b is failed: died", is_missing=True)
    absent = at("3", "not run", reason="b is not in the run")
    told = "not known at 2: b is failed: died"
    assert said(at("1", "confirmed"), missing, absent) == ("confirmed", told)
    assert said(at("1", "confirmed", reason="b over a"), missing) == ("confirmed", f"b over a; {told}")
    another = at("5", "not run", reason="b is skipped", is_missing=True)
    assert said(at("1", "confirmed"), missing, another) == (
        "confirmed",
        "not known at 2, 5: b is failed: died; b is skipped",
    )
    assert said(at("1", "confirmed"), missing, at("4", "opposite here")) == (
        "only at",
        f"records: as said up to 1, opposite from 4; {told}",
    )
    assert said(at("1", "equal here"), missing, at("4", "opposite here"))[1] == (
        f"at no level: records: equal up to 1, opposite from 4; {told}"
    )


def test_an_open_level_leaves_the_whole_open_with_its_reason_and_what_the_others_say() -> None:
    wide = at("2", "open", reason="b over a")
    found = together([at("1", "confirmed"), wide, at("3", "open", reason="later"), at("4", "confirmed")])
    told = "b over a; open at 2, 3 (2 of 4 levels); at the others: as said"
    assert (found.verdict, found.decisive, found.reason) == ("open", wide, told)
    assert said(wide) == ("open", "b over a")
    assert said(wide, wide) == ("open", "b over a; open at both levels")
    assert said(at("2", "open"), wide) == ("open", "open at both levels")
    over_sizes = Outcome("open", reason="too few", level="records")  # of several levels, not of one
    assert said(over_sizes, Outcome("confirmed")) == ("open", "too few")


def test_only_levels_that_are_decided_and_are_one_level_can_turn_a_verdict() -> None:
    outcomes = [
        at("1", "confirmed"),
        at("2", "open"),
        at("3", "not run"),
        Outcome("confirmed"),
        at("5", "opposite here"),
    ]
    assert decided_levels(outcomes) == [({"records": 1}, "confirmed"), ({"records": 5}, "opposite here")]


@pytest.mark.parametrize(("value", "other", "ratio"), [(3, 2, 1.5), (0, 2, 0), (0, 0, 1), (2, 0, float("inf"))])
def test_a_count_may_be_compared_with_none(value: float, other: float, ratio: float) -> None:
    assert over(value, other) == ratio


@pytest.mark.parametrize(
    ("values", "of", "words"),
    [
        ([2_000_000, 1000], "memory", "1,000 to 2,000,000 bytes added"),
        ([1000, 1000], "runtime memory", "1,000 bytes each"),
        ([2, 1000], "calls", "2 to 1,000 calls"),
        ([0, 0], "calls", "0 calls each"),
        ([500, 11_000_000], "lock wait", "500 ns to 11.0 ms"),
    ],
)
def test_counted_figures_are_told_from_the_least_to_the_most(values: list[float], of: str, words: str) -> None:
    assert said_range(values, of) == words
    assert range_of(values) == over(max(values), min(values))


def test_two_counted_figures_are_told_in_their_order() -> None:
    assert said_figures([2000, 1], " against ", "memory") == "2,000 against 1 bytes added"
    assert said_figures([2000, 1], " against ", "calls") == "2,000 against 1 calls"
