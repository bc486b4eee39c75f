"""The first and the last of several arms: a tie does not lose it, and what may be a tie with all of them is open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from claims.judged import claim, verdicts
from iotrial.claims.outcome import Outcome
from iotrial.stats.interval import Interval

BEFORE, TIE, BEHIND = Interval(0.5, 0.45, 0.55), Interval(1.0, 0.98, 1.02), Interval(2.0, 1.9, 2.1)
NEARLY, EITHER = Interval(0.94, 0.9, 1.02), Interval(1.0, 0.8, 1.2)


@dataclass(frozen=True)
class Level:
    """A level of which each ratio is given: that of `a` over another arm."""

    ratios: dict[str, Interval]
    margin: float = 0.05
    unlike: str | None = None

    def unfit(self, names: Any) -> None:
        """Say that it says something of all."""

    untimed = moving = unfit

    def never_equal(self, first: str, second: str) -> str | None:
        """Return why two are never equal."""
        return self.unlike

    def ratio(self, arm: str, over: str, of: str) -> Interval:
        """Return the ratio that is given."""
        return self.ratios[over]


def inverse(ratio: Interval) -> Interval:
    return Interval(1 / ratio.center, 1 / ratio.high, 1 / ratio.low)


@pytest.mark.parametrize(
    ("ratios", "verdict", "over"),
    [
        ((BEFORE, BEFORE), "confirmed", "b"),
        ((BEFORE, TIE), "confirmed", "c"),  # the one that comes nearest is told
        ((BEFORE, NEARLY), "confirmed", "c"),
        ((TIE, TIE), "equal here", "b"),
        ((TIE, NEARLY), "open", "b"),  # it may tie with all, or come before one
        ((NEARLY, NEARLY), "open", "b"),
        ((BEFORE, EITHER), "open", "c"),
        ((BEFORE, BEHIND), "holds nowhere tested", "c"),
        ((BEHIND, BEHIND), "opposite here", "b"),
    ],
)
def test_an_arm_is_first_if_none_is_shown_to_come_before_it_and_it_before_one(
    ratios: tuple[Interval, Interval], verdict: str, over: str
) -> None:
    arms = ("a", "b", "c")
    for kind, turned in (("first", ratios), ("last", tuple(map(inverse, ratios)))):
        told: Any = claim(kind, *arms)
        found: Outcome = told.at_level(Level(dict(zip(arms[1:], turned, strict=True))), arms)
        assert (found.verdict, found.arm, found.over) == (verdict, "a", over), kind
        assert found.reason == ("it may tie with all of them" if EITHER not in ratios and verdict == "open" else None)


def test_arms_of_unlike_measurement_do_not_tie() -> None:
    told: Any = claim("first", "a", "b")
    found: Outcome = told.at_level(Level({"b": TIE}, unlike="drifts"), ("a", "b"))
    assert (found.verdict, found.reason) == ("open", "drifts")
    assert told.at_level(Level({"b": BEFORE}, unlike="drifts"), ("a", "b")).verdict == "confirmed"


def test_an_order_of_which_one_pair_is_equal_holds_nowhere_and_one_of_equals_is_equal(tmp_path: Path) -> None:
    told = claim("order", "php/a", "php/b", "php/c")
    for ratios, verdict in (
        ({"php/b": 2.0, "php/c": 2.0}, "holds nowhere tested"),
        ({"php/b": 1.0, "php/c": 1.0}, "equal here"),
    ):
        (found,) = verdicts(tmp_path / verdict, told, ratios=ratios, noise=0.0)
        assert found.verdict == verdict
