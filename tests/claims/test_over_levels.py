"""Claims over levels, of a winner that changes or an order that does not: never more than each level supports."""

from __future__ import annotations

from typing import Any

import pytest

from iotrial.claims.kinds.crossover import Crossover
from iotrial.claims.kinds.varies import order_varies
from iotrial.claims.pair_at_level import PairAtLevel

TURNS = Crossover(key="1", says="It turns.", arms=("php/a", "php/b"), along="entries", band=(100, 1000))

WINS, LOSES, SAME, OPEN = "slower", "faster", "equivalent", "undecided"


def met(*given: tuple[int, Any]) -> list[PairAtLevel]:
    return [PairAtLevel(f"entries={size}", verdict, size, f"open at {size}") for size, verdict in given]


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ([(10, WINS), (100, WINS), (1000, LOSES), (9000, LOSES)], "confirmed"),
        ([(10, OPEN), (100, WINS), (300, OPEN), (1000, LOSES), (9000, OPEN)], "confirmed"),
        ([(10, SAME), (100, WINS), (300, SAME), (1000, LOSES)], "confirmed"),
        ([(10, LOSES), (100, LOSES), (1000, WINS)], "holds nowhere tested"),
        ([(10, WINS), (100, LOSES), (1000, LOSES)], "holds nowhere tested"),  # the change is below the band
        ([(10, WINS), (100, WINS), (1000, WINS), (9000, LOSES)], "holds nowhere tested"),  # and beyond it
        ([(10, OPEN), (100, OPEN), (1000, WINS)], "holds nowhere tested"),
        ([(100, WINS), (200, LOSES), (300, WINS), (1000, LOSES)], "holds nowhere tested"),  # more than once
        ([(100, WINS), (1000, SAME)], "holds nowhere tested"),  # the other one never wins
        ([(100, WINS), (1000, OPEN)], "open"),
        ([(10, WINS), (100, OPEN), (1000, LOSES)], "open"),  # the change may lie below the band
        ([(100, WINS), (1000, OPEN), (9000, LOSES)], "open"),  # or beyond it
        ([(100, OPEN), (1000, OPEN)], "open"),
        ([(100, SAME), (1000, OPEN)], "open"),
        ([(100, SAME), (1000, SAME)], "equal here"),
        ([(100, WINS), (300, LOSES)], "not run"),  # no size from the band's end on
        ([(300, WINS), (1000, LOSES)], "not run"),
        ([], "not run"),
    ],
)
def test_a_winner_changes_where_both_sides_are_won(given: list[tuple[int, str]], verdict: str) -> None:
    found = TURNS.over_sizes(TURNS.arms, met(*given))
    assert found.verdict == verdict, found
    assert verdict in ("confirmed", "equal here") or found.reason


def test_a_crossover_names_who_wins_where() -> None:
    found = TURNS.over_sizes(TURNS.arms, met((10, WINS), (100, WINS), (1000, LOSES)))
    assert found.said == "entries: php/a at 10 to 100; php/b at 1000"


@pytest.mark.parametrize(
    ("levels", "verdict"),
    [
        ([WINS, LOSES], "confirmed"),
        ([WINS, SAME], "confirmed"),
        ([WINS, OPEN, LOSES], "confirmed"),
        ([WINS, WINS], "holds nowhere tested"),
        ([SAME, SAME], "holds nowhere tested"),
        ([WINS, OPEN], "open"),
        ([WINS], "not run"),
        ([], "not run"),
    ],
)
def test_results_vary_where_two_arms_compare_otherwise(levels: list[str], verdict: str) -> None:
    pairs = {("php/a", "php/b"): met(*enumerate(levels)), ("php/a", "php/c"): met((1, WINS), (2, WINS))}
    if verdict == "not run":
        del pairs["php/a", "php/c"]
    found = order_varies(pairs, dict.fromkeys(pairs, len(levels)))
    assert found.verdict == verdict
    if levels == [WINS, LOSES]:
        assert found.reason == "php/b beside php/a: slower at entries=0, faster at entries=1"
