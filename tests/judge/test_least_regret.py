"""The method to use over several levels: the usual way, another, the one that is never far behind, or it depends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.judge.arms_beside import RatioBeside
from iotrial.judge.language_comparisons import LanguageComparisons
from iotrial.judge.least_regret import LevelsAlike, for_levels, kept

USUAL = "a"


class Compared:
    """Methods with known times at each level, and intervals that reach as far either way."""

    def __init__(self, times: Sequence[Mapping[str, float]], spread: float | None, moving: frozenset[str]) -> None:
        self._times, self._spread = times, spread
        self.ranked = {number: list(of_level) for number, of_level in enumerate(times)}
        self.arms = {
            number: {name: SimpleNamespace(is_moving=name in moving, called=name) for name in of_level}
            for number, of_level in enumerate(times)
        }

    def ratio(self, number: int, arm: str, over: str) -> RatioBeside:
        found = self._times[number][arm] / self._times[number][over]
        if self._spread is None:
            return RatioBeside(found, None, None)
        return RatioBeside(found, found / (1 + self._spread), found * (1 + self._spread))


def chosen(
    times: Sequence[Mapping[str, float]],
    levels: Sequence[Mapping[str, int | str]] | None = None,
    *,
    usual: str | None = USUAL,
    spread: float | None = 0.01,
    moving: Sequence[str] = (),
) -> list[LevelsAlike]:
    """The methods to use at levels that differ in a size, or as they are given."""
    compared = cast("LanguageComparisons", Compared(times, spread, frozenset(moving)))
    factors: Any = dict(enumerate(levels or [{"n": 10**number} for number in range(len(times))]))
    return for_levels(compared, factors, list(factors), usual)


def told(found: Sequence[LevelsAlike]) -> list[tuple[str, list[int]]]:
    return [(one.use, one.numbers) for one in found]


@pytest.mark.parametrize(("ratio", "use"), [(1.0, "a"), (0.97, "a"), (0.955, "a"), (0.93, "b"), (0.5, "b")])
def test_another_is_used_only_if_it_is_shown_to_be_faster_by_five_percent(ratio: float, use: str) -> None:
    assert told(chosen([{"a": 1.0, "b": ratio}])) == [(use, [0])]


def test_what_came_out_much_faster_and_is_not_shown_to_be_is_not_used() -> None:
    assert told(chosen([{"a": 1.0, "b": 0.8}], spread=0.3)) == [("a", [0])]
    assert told(chosen([{"a": 1.0, "b": 0.5}], spread=None)) == [("a", [0])]


def test_another_is_used_if_it_is_faster_somewhere_and_not_shown_to_be_slower_anywhere() -> None:
    assert told(chosen([{"a": 1.0, "b": 0.9}, {"a": 1.0, "b": 1.03}])) == [("b", [0, 1])]


def test_the_usual_way_stays_where_another_is_shown_to_be_slower_somewhere() -> None:
    assert told(chosen([{"a": 1.0, "b": 0.9}, {"a": 1.0, "b": 1.1}])) == [("a", [0, 1])]


def test_of_several_that_are_faster_the_one_that_is_least_far_behind_is_used() -> None:
    times = [{"a": 1.0, "b": 0.5, "c": 0.6}, {"a": 1.0, "b": 0.9, "c": 0.6}]
    (one,) = chosen(times)
    assert one.use == "c"
    assert (one.regret.over, one.regret.at) == ("b", 0) and one.regret.ratio == pytest.approx(1.2)


def test_without_a_usual_way_the_least_regret_decides_and_of_two_alike_the_first() -> None:
    assert told(chosen([{"b": 1.2, "c": 1.0}, {"b": 1.0, "c": 1.1}], usual=None)) == [("c", [0, 1])]
    assert told(chosen([{"b": 1.0, "c": 1.0}], usual=None)) == [("b", [0])]


def test_the_regret_has_the_bounds_of_the_pair_that_it_comes_from() -> None:
    (one,) = chosen([{"a": 1.0, "b": 2.0}, {"a": 1.2, "b": 1.0}])
    assert (one.use, one.regret.over, one.regret.at) == ("a", "b", 1)
    assert one.regret.ratio == pytest.approx(1.2)
    assert one.regret.low == pytest.approx(1.2 / 1.01) and one.regret.high == pytest.approx(1.2 * 1.01)


def test_a_method_that_is_never_behind_has_no_regret() -> None:
    (one,) = chosen([{"a": 1.0, "b": 2.0}, {"a": 1.0, "b": 3.0}])
    assert (one.regret.ratio, one.regret.low, one.regret.over, one.regret.at) == (1.0, 1.0, None, None)


def test_with_no_interval_anywhere_the_regret_has_no_upper_bound() -> None:
    (one,) = chosen([{"a": 1.0, "b": 0.5}], spread=None)
    assert (one.regret.low, one.regret.high) == (1.0, float("inf"))


@pytest.mark.parametrize(("behind", "parts"), [(1.2, 1), (1.3, 2)])
def test_it_depends_only_if_every_method_is_more_than_a_quarter_behind_somewhere(behind: float, parts: int) -> None:
    assert len(chosen([{"a": 1.0, "b": behind}, {"a": behind, "b": 1.0}])) == parts


def test_a_regret_that_is_not_shown_to_be_a_quarter_is_one_method_for_all() -> None:
    times = [{"a": 1.0, "b": 1.3}, {"a": 1.3, "b": 1.0}]
    assert told(chosen(times, spread=0.1)) == [("a", [0, 1])]


def test_one_that_is_nowhere_far_behind_is_used_though_it_is_slower_somewhere_than_the_usual_way() -> None:
    """The usual way is three times as long at one size, b a tenth longer at the other."""
    assert told(chosen([{"a": 1.0, "b": 1.1}, {"a": 3.0, "b": 1.0}])) == [("b", [0, 1])]


def test_one_that_is_nowhere_far_behind_is_used_before_one_that_is_faster_than_the_usual_way_and_far_behind() -> None:
    times = [{"a": 1.0, "b": 0.5, "c": 0.3}, {"a": 1.0, "b": 1.0, "c": 1.06}]
    assert told(chosen(times)) == [("c", [0, 1])]


def test_it_depends_by_the_size_that_parts_them_best_whatever_the_order_of_the_study() -> None:
    levels = [{"n": 1000}, {"n": 10}, {"n": 10_000}, {"n": 100}]
    times = [{"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 2.0}, {"a": 2.5, "b": 1.0}, {"a": 1.0, "b": 1.5}]
    assert told(chosen(times, levels)) == [("a", [1, 3]), ("b", [0, 2])]


def test_it_depends_by_one_word_and_the_others_whichever_stands_first() -> None:
    levels = [{"target": name} for name in ("disk", "tmpfs", "xfs")]
    times = [{"a": 1.0, "b": 2.0}, {"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 2.0}]
    assert told(chosen(times, levels)) == [("a", [0, 2]), ("b", [1])]
    turned = [times[1], times[0], times[2]]
    assert told(chosen(turned, levels)) == [("b", [0]), ("a", [1, 2])]


def test_of_two_factors_the_one_that_leaves_the_least_regret_parts_them() -> None:
    levels: list[dict[str, int | str]] = [{"n": n, "sink": sink} for n in (1, 2) for sink in ("pipe", "null")]
    by_sink = [{"a": 1.0, "b": 2.0}, {"a": 2.0, "b": 1.0}] * 2
    assert told(chosen(by_sink, levels)) == [("a", [0, 2]), ("b", [1, 3])]
    by_size = [{"a": 1.0, "b": 2.0}] * 2 + [{"a": 2.0, "b": 1.0}] * 2
    assert told(chosen(by_size, levels)) == [("a", [0, 1]), ("b", [2, 3])]


def test_there_are_two_conditions_at_the_most_even_if_an_answer_turns_twice() -> None:
    times = [{"a": 1.0, "b": 2.0}, {"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 2.0}]
    found = chosen(times)
    assert len(found) == 2 and sorted(number for one in found for number in one.numbers) == [0, 1, 2]


def test_methods_that_are_not_at_all_levels_part_them_where_others_are() -> None:
    found = chosen([{"a": 1.0, "b": 2.0}, {"c": 1.0, "d": 2.0}])
    assert told(found) == [("a", [0]), ("c", [1])]
    levels: list[dict[str, int | str]] = [{"n": n, "sink": f"s{n}"} for n in range(3)]
    found = chosen([{"a": 1.0}, {"c": 1.0}, {"d": 1.0}], levels)
    assert told(found) == [("a", [0]), ("c", [1]), ("d", [2])]


def test_levels_with_the_same_method_are_one_where_no_factor_parts_them() -> None:
    levels = [{"n": 1, "m": 1}, {"n": 1, "m": 2}, {"n": 2, "m": 1}, {"n": 2, "m": 2}]
    found = chosen([{"a": 1.0}, {"c": 1.0}, {"d": 1.0}, {"a": 1.0}], levels)
    assert told(found) == [("a", [0, 3]), ("c", [1]), ("d", [2])]


def test_the_usual_way_stays_while_it_moves_if_all_that_stand_still_are_far_behind() -> None:
    assert told(chosen([{"a": 0.1, "b": 1.0, "c": 0.6}], moving=["a"])) == [("a", [0])]
    assert told(chosen([{"a": 0.1, "b": 1.0, "c": 0.14}], moving=["a"])) == [("c", [0])]  # one is near
    assert told(chosen([{"a": 0.1, "b": 1.0}, {"a": 1.0, "b": 1.0}], moving=["a"])) == [("b", [0, 1])]  # at one level
    assert told(chosen([{"a": 0.1, "b": 1.0}], moving=["a"], spread=None)) == [("b", [0])]  # nothing is known
    assert told(chosen([{"a": 0.1, "b": 1.0}], moving=["a"], usual=None)) == [("b", [0])]


def test_a_method_that_still_moves_is_not_used_as_long_as_another_stands_still() -> None:
    assert told(chosen([{"a": 1.0, "b": 0.5, "c": 0.7}], moving=["b"])) == [("c", [0])]
    assert told(chosen([{"a": 1.0, "b": 0.5}], moving=["b"])) == [("a", [0])]
    (one,) = chosen([{"a": 1.0, "b": 0.5}], moving=["b"])
    assert one.regret.over is None  # nothing is known of how fast it ends up


@pytest.mark.parametrize(
    ("times", "told", "use"),
    [
        ({"a": 1.0, "b": 0.97, "c": 0.5}, "b", "c"),  # another is shown to be better there
        ({"a": 1.0, "b": 0.52, "c": 0.5}, "b", "b"),  # as good, or not shown to be better
        ({"a": 1.0, "b": 0.90}, "a", "b"),
        ({"a": 1.0, "b": 0.5}, "gone", "b"),
    ],
)
def test_a_level_keeps_the_method_of_all_levels_unless_another_is_shown_to_be_better_there(
    times: Mapping[str, float], told: str, use: str
) -> None:
    compared = cast("LanguageComparisons", Compared([times], 0.01, frozenset()))
    (found,) = for_levels(compared, {0: {"n": 1}}, [0], USUAL)
    assert kept(compared, found, told).use == use
