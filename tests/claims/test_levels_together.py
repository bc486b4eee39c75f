"""One verdict for all levels: sizes that differ, events that were not seen, and levels that are missing."""

from __future__ import annotations

from typing import Any

import pytest

from claims.test_of_figures import at, said
from iotrial.claims.levels_together import missing_levels, together
from iotrial.claims.outcome import Outcome

LARGER, SMALLER = "same direction, larger", "same direction, smaller"


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [
        (["confirmed", LARGER], LARGER),
        (["confirmed", SMALLER, "confirmed"], SMALLER),
        (["confirmed", "same direction"], "same direction"),
        ([LARGER, SMALLER], "same direction"),
        (["confirmed", LARGER, SMALLER], "same direction"),
        ([LARGER, LARGER], LARGER),
        (["confirmed", LARGER, "open"], "open"),  # at one level it may point the other way
        ([LARGER, "opposite here"], "only at"),
        (["equal here", "same direction", "open"], "only at"),
        (["equal here", "opposite here"], "holds nowhere tested"),
        (["equal here", "opposite here", "open"], "open"),
    ],
)
def test_levels_that_point_the_same_way_may_differ_in_size(verdicts: list[str], verdict: str) -> None:
    outcomes = [at(str(number), one) for number, one in enumerate(verdicts)]
    assert together(outcomes).verdict == verdict


def test_sizes_that_differ_are_told_with_their_levels() -> None:
    told = "records: as said up to 1, larger from 2"
    assert said(at("1", "confirmed"), at("2", LARGER)) == (LARGER, told)
    told = "records: smaller up to 1, larger from 2"
    assert said(at("1", SMALLER), at("2", LARGER)) == ("same direction", told)


def test_an_event_that_was_seen_somewhere_was_seen() -> None:
    unseen = at("1", "not seen here", reason="none among 9", high=3 / 9)
    fewer = at("2", "not seen here", reason="none among 7", high=3 / 7)
    told = "none among 7 at 2, the level that tells the least"
    assert said(unseen, fewer) == said(fewer, unseen) == ("not seen here", told)
    assert said(unseen) == ("not seen here", "none among 9")
    assert said(unseen, at("2", "confirmed")) == ("confirmed", "not seen at 1")
    assert said(unseen, at("2", "confirmed", reason="3 of 9"), at("3", "not seen here")) == (
        "confirmed",
        "3 of 9; not seen at 1, 3",
    )
    assert said(unseen, at("2", "holds nowhere tested")) == ("holds nowhere tested", "not seen at 1")
    assert said(unseen, at("2", "open", reason="invalid"))[0] == "open"
    assert together([unseen, at("2", "confirmed")]).decisive.level == "2"


def test_open_levels_stand_beside_all_that_the_others_say() -> None:
    smaller, open_one = at("1", SMALLER), at("2", "open", reason="it is wide")
    told = "it is wide; open at 2 (1 of 3 levels); at the others: smaller"
    assert said(smaller, open_one, at("3", SMALLER)) == ("open", told)
    told = "it is wide; open at 2 (1 of 3 levels); records: smaller up to 1, as said from 3"
    assert said(smaller, open_one, at("3", "confirmed")) == ("open", told)


def test_levels_at_which_an_arm_failed_are_listed_and_those_that_never_had_it_are_not() -> None:
    outcomes: list[Any] = [
        at("1", "confirmed"),
        at("2", "not run", reason="b is failed", is_missing=True),
        at("3", "not run", reason="b is not in the run"),
        at("4", "not run", reason="b is skipped", is_missing=True),
    ]
    assert missing_levels(outcomes) == ["2", "4"]
    assert said(*outcomes) == ("confirmed", "not known at 2, 4: b is failed; b is skipped")
    assert missing_levels([Outcome("confirmed")]) == []
