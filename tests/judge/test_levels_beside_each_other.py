"""Answers and statements over levels, without noise: every figure, and every reason to say nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judge_growth import growths
from iotrial.stats.interval import ALPHA
from iotrial.store.record import Arm, LevelRecord, Memory, MemoryReading
from judge import made

USUAL = "php/a"


def judged(
    root: Path, levels: Sequence[LevelRecord], times: Sequence[Mapping[str, float]], sweeps: int = 16, **given: Any
) -> Any:
    """A run without noise: by level, the arms' times over the baseline's usual one."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factors = [
            times[level].get(levels[level].arms[arm].arm, 1.0)
            for level, arm in zip(columns["level"], columns["arm"], strict=True)
        ]
        return {**columns, "wall_ns": (columns["wall_ns"] * np.array(factors)).round().astype(np.int64)}

    return made.judged(root, made.run(levels, **given), sweeps=sweeps, noise=0, change=change)


def over(
    factor: str, values: Sequence[int | str], others: Sequence[str | Arm], **factors: int | str
) -> list[LevelRecord]:
    return [made.level({factor: value, **factors}, USUAL, others) for value in values]


def the_answer(found: Any, language: str = "php") -> Any:
    (answer,) = (answer for answer in found.answers if answer.language == language)
    return answer


def told(times: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(one.arm, one.least, one.most) for one in times]


def test_an_answer_has_all_figures_of_what_is_compared(tmp_path: Path) -> None:
    arms: list[str | Arm] = [made.arm("php/b", called="b()"), "php/c", made.arm("php/d", guarantees={"lock": "none"})]
    levels = over("records", (10, 100), arms)
    times = [{"php/b": 0.5, "php/c": 1.0, "php/d": 0.25}, {"php/b": 0.5, "php/c": 2.0, "php/d": 0.75}]
    found = judged(tmp_path, levels, times, languages={"php": "PHP"})
    answer = the_answer(found)
    assert (answer.language, answer.called, answer.guarantees) == ("php", "PHP", {})
    (choice,) = answer.choices
    assert (choice.levels, choice.use, choice.called, choice.is_fastest) == (
        [{"records": 10}, {"records": 100}],
        "php/b",
        "b()",
        True,
    )
    assert choice.as_well == choice.at_times == []
    usual, other = choice.slower
    assert (usual.arm, usual.called) == ("php/a", "a")
    assert (usual.least, usual.most, usual.low, usual.high) == pytest.approx((2, 2, 2, 2))
    assert (other.arm, other.called) == ("php/c", "c")
    assert (other.least, other.most, other.low, other.high) == pytest.approx((2, 4, 2, 4))
    (price,) = choice.guarantees
    assert (price.arm, price.called, price.gives) == ("php/d", "d", {"lock": "none"})
    assert (price.least, price.most, price.low, price.high) == pytest.approx((0.5, 1.5, 0.5, 1.5))


def test_a_language_is_called_by_its_name_if_the_run_knows_no_other(tmp_path: Path) -> None:
    answer = the_answer(judged(tmp_path, over("records", (10,), ["php/b"]), [{}]))
    assert answer.called == "php"
    assert answer.choices[0].use == USUAL and told(answer.choices[0].as_well) == [("php/b", 1, 1)]


def test_those_that_are_slower_come_in_the_order_of_the_most_that_they_take(tmp_path: Path) -> None:
    levels = over("records", (10, 100), ["php/b", "php/c", "php/d"])
    times = [{"php/b": 5.0, "php/c": 1.5, "php/d": 2.0}, {"php/b": 3.0, "php/c": 4.0, "php/d": 2.0}]
    (choice,) = the_answer(judged(tmp_path, levels, times)).choices
    assert [one.arm for one in choice.slower] == ["php/d", "php/c", "php/b"]
    assert choice.is_fastest


def test_what_is_as_quick_at_some_levels_and_slower_at_others_is_told_apart(tmp_path: Path) -> None:
    levels = over("records", (10, 100), ["php/b", "php/c", "php/d"])
    times = [{"php/b": 1.0, "php/c": 2.0, "php/d": 1.0}, {"php/b": 2.0, "php/c": 2.0, "php/d": 1.0}]
    (choice,) = the_answer(judged(tmp_path, levels, times)).choices
    assert told(choice.at_times) == [("php/b", pytest.approx(2), pytest.approx(2))]
    assert choice.at_times[0].not_decided_at == [{"records": 10}]
    assert [one.arm for one in choice.as_well] == ["php/d"] and [one.arm for one in choice.slower] == ["php/c"]
    assert choice.is_fastest is False and choice.use == USUAL


def test_an_arm_that_only_some_levels_have_is_compared_there(tmp_path: Path) -> None:
    levels = [made.level({"records": 10}, USUAL, ["php/b", "php/c"]), made.level({"records": 100}, USUAL, ["php/c"])]
    times = [{"php/b": 2.0, "php/c": 3.0}, {"php/c": 4.0}]
    (choice,) = the_answer(judged(tmp_path, levels, times)).choices
    assert told(choice.slower) == [
        ("php/b", pytest.approx(2), pytest.approx(2)),
        ("php/c", pytest.approx(3), pytest.approx(4)),
    ]


def test_of_languages_that_may_not_be_compared_there_is_no_answer(tmp_path: Path) -> None:
    untouched = [made.arm(f"c/{name}", tags=["untouched"]) for name in "de"]
    levels = [made.level({"sink": "null"}, USUAL, ["php/b", *untouched, "go/f", "go/g"])]
    found = judged(tmp_path, levels, [{"go/f": 2.0, "go/g": 4.0}])
    assert [answer.language for answer in found.answers] == ["php", "go"]
    (choice,) = the_answer(found, "go").choices
    assert choice.use == "go/f" and told(choice.slower) == [("go/g", pytest.approx(2), pytest.approx(2))]


def test_a_level_with_one_method_of_a_language_has_nothing_to_choose(tmp_path: Path) -> None:
    levels = [made.level({"records": 10}, USUAL, ["php/b"]), made.level({"records": 100}, USUAL, [])]
    (choice,) = the_answer(judged(tmp_path, levels, [{"php/b": 2.0}, {}])).choices
    assert choice.levels == [{"records": 10}]


@pytest.mark.parametrize(
    ("factors", "groups"),
    [
        (({"n": 1}, {"n": 2}, {"n": 3}), [[0, 2], [1]]),  # sizes: those between, and the others
        (({"n": "1"}, {"n": "2"}, {"n": "3"}), [[0, 2], [1]]),
        (({"n": 1, "m": 1}, {"n": 2, "m": 2}, {"n": 3, "m": 3}), [[0, 2], [1]]),  # two factors vary
        (({"n": 3}, {"n": 2}, {"n": 1}), [[2, 0], [1]]),
        (({"n": 1, "m": 7}, {"n": 2, "m": 7}, {"n": 3, "m": 7}), [[0, 2], [1]]),
    ],
)
def test_an_answer_that_turns_has_two_conditions_of_one_factor_and_sizes_in_their_order(
    tmp_path: Path, factors: Sequence[dict[str, int | str]], groups: list[list[int]]
) -> None:
    levels = [made.level(given, USUAL, ["php/b"]) for given in factors]
    found = judged(tmp_path, levels, [{"php/b": 2.0}, {"php/b": 0.5}, {"php/b": 2.0}])
    choices = the_answer(found).choices
    assert [choice.levels for choice in choices] == [[factors[number] for number in group] for group in groups]
    assert [choice.use for choice in choices] == [USUAL, "php/b"]


def test_levels_share_an_answer_only_as_far_as_one_method_is_common_to_all(tmp_path: Path) -> None:
    levels = over("n", (1, 2, 3), ["php/b", "php/c"])
    times = [{"php/b": 0.5, "php/c": 0.5}, {"php/b": 0.9, "php/c": 0.5}, {"php/b": 0.5, "php/c": 0.9}]
    first, last = the_answer(judged(tmp_path, levels, times)).choices
    assert (first.use, first.levels) == ("php/c", [{"n": 1}, {"n": 2}])
    assert (last.use, last.levels) == ("php/b", [{"n": 3}])
    assert told(first.at_times) == [("php/b", pytest.approx(1.8), pytest.approx(1.8))]
    assert first.at_times[0].not_decided_at == [{"n": 1}]


def test_answers_are_corrected_for_all_methods_of_the_language_at_all_levels(tmp_path: Path) -> None:
    """Three methods and the placebo make six pairs, at two levels; those with the baseline are the table's rows.

    With too few rounds for the pair its bounds follow from the two rows, and are wider; with too few for these there is
    none but the wide interval of few rounds (rule 30).
    """
    rows, pairs = (made.rounds_needed("levels", count * 2, "across") for count in (3, 6))
    assert rows < pairs

    def widths(sweeps: int) -> dict[str, float]:
        levels = over("n", (1, 2), ["php/b", "php/c"])
        times = [{"php/b": 0.5, "php/c": 3.0}] * 2
        found = judged(tmp_path / str(sweeps), levels, times, sweeps=sweeps)
        choice = next((one for one in the_answer(found).choices), None)
        assert choice is not None
        every = choice.beside
        return {f"{one.arm} over {choice.use}": (one.high or np.inf) / (one.low or 0.001) for one in every}

    assert min(widths(rows - 1).values()) >= 2.2
    by_rows, direct = widths(pairs - 1), widths(pairs)
    assert by_rows.keys() == direct.keys() == {"php/a over php/b", "php/c over php/b"}
    assert max(*by_rows.values(), *direct.values()) < 1.1
    assert by_rows["php/c over php/b"] >= direct["php/c over php/b"]


def test_of_two_prices_for_the_same_guarantees_the_lesser_is_told_and_the_least_first(tmp_path: Path) -> None:
    arms = [made.arm(f"php/{name}", guarantees={"lock": lock}) for name, lock in (("b", "x"), ("c", "x"), ("d", "y"))]
    levels = [made.level({"n": 1}, USUAL, [*arms, "php/e"])]
    times = {"php/b": 3.0, "php/c": 2.0, "php/d": 1.5, "php/e": 1.2}
    (choice,) = the_answer(judged(tmp_path, levels, [times])).choices
    assert [(one.arm, one.gives, one.most) for one in choice.guarantees] == [
        ("php/d", {"lock": "y"}, pytest.approx(1.5)),
        ("php/c", {"lock": "x"}, pytest.approx(2.0)),
    ]
    assert [one.arm for one in choice.slower] == ["php/e"]


def test_an_effect_has_its_factor_its_two_values_and_its_bounds(tmp_path: Path) -> None:
    levels = [made.level({"n": 7, "target": name}, USUAL, ["php/b"]) for name in ("disk", "ram")]
    times = [{"php/b": 1.0}, {"php/a": 2.0, "php/b": 3.0}]
    slow, slower = judged(tmp_path, levels, times).effects
    assert slow.model_dump() == {
        "factor": "target",
        "of": "disk",
        "to": "ram",
        "at": {"n": 7},
        "arm": "php/a",
        "ratio": pytest.approx(2),
        "low": pytest.approx(2),
        "high": pytest.approx(2),
        "verdict": "slower",
    }
    assert (slower.arm, slower.ratio) == ("php/b", pytest.approx(3))
    few = judged(tmp_path / "few", levels, times, sweeps=3).effects[0]
    assert (few.ratio, few.low, few.high, few.verdict) == (pytest.approx(2), None, None, "undecided")


def test_effects_are_of_levels_that_differ_in_one_factor_only(tmp_path: Path) -> None:
    factors: list[dict[str, int | str]] = [
        {"x": "1", "y": "1"},
        {"x": "2", "y": "1"},
        {"x": "3", "y": "1"},
        {"x": "1", "y": "2"},
        {"x": "4", "y": "4"},
        {"x": "1"},
    ]
    levels = [made.level(given, USUAL, []) for given in factors]
    effects = judged(tmp_path, levels, [{}] * 6).effects
    assert [(one.factor, one.of, one.to, one.at) for one in effects] == [
        ("x", "1", "2", {"y": "1"}),
        ("x", "1", "3", {"y": "1"}),
        ("y", "1", "2", {"x": "1"}),
    ]


def test_effects_and_costs_of_a_run_that_looks_often_take_more_sweeps(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, USUAL, []) for name in ("disk", "ram")]
    for precision, sweeps, has_interval in ((None, 10, True), (0.01, 10, False), (0.01, 20, True)):
        (effect,) = judged(tmp_path / f"{precision} {sweeps}", levels, [{}] * 2, sweeps, precision=precision).effects
        assert (effect.low is not None) is has_interval
    sized = [worked(size) for size in (10, 100, 1000)]
    for precision, sweeps, has_interval in ((None, 12, True), (0.01, 12, False), (0.01, 30, True)):
        found = judged(tmp_path / f"cost {precision} {sweeps}", sized, [{}] * 3, sweeps, precision=precision)
        assert [one.fixed_ns.low is not None for one in found.costs] == [has_interval] * 2


def worked(size: int, *others: str, **factors: int | str) -> LevelRecord:
    """A level of a size, each arm with as much work."""
    arms = [made.arm(USUAL, role=role, work=size) for role in made.ROLES_OF_1]
    return made.level(
        {"n": size, **factors}, USUAL, [], arms=[*arms, *(made.arm(name, work=size) for name in others or ("php/b",))]
    )


def lines(sizes: Sequence[int], **by_arm: tuple[float, float]) -> list[dict[str, float]]:
    """By level, the arms' times: a fixed part and a part for each unit."""
    return [{f"php/{arm}": fixed + unit * size for arm, (fixed, unit) in by_arm.items()} for size in sizes]


SIZES = (10, 100, 1000)


def test_a_cost_over_sizes_has_all_its_figures(tmp_path: Path) -> None:
    levels = [worked(size, sink="pipe") for size in SIZES]
    own, other = judged(tmp_path, levels, lines(SIZES, a=(0.2, 0.001), b=(0.1, 0.002))).costs
    assert (own.factor, own.at, own.arm, own.sizes) == ("n", {"sink": "pipe"}, "php/a", 3)
    assert (other.arm, other.sizes) == ("php/b", 3)
    for cost, fixed, unit in ((own, 4e5, 2e3), (other, 2e5, 4e3)):
        for bounds, value in ((cost.fixed_ns, fixed), (cost.unit_ns, unit)):
            assert (bounds.low, bounds.median, bounds.high) == pytest.approx((value,) * 3, rel=1e-3)
        assert cost.misfit_share.median == pytest.approx(0, abs=1e-6)
    more = own.growth_share
    assert (more.low, more.median, more.high) == pytest.approx((1.2 / 0.21 - 1,) * 3, rel=1e-3)


def test_a_meeting_point_has_its_factor_its_bounds_and_its_side(tmp_path: Path) -> None:
    levels = [worked(size) for size in SIZES]
    (flip,) = judged(tmp_path, levels, lines(SIZES, a=(0.2, 0.001), b=(0.15, 0.0012))).changes.flips
    assert (flip.arm, flip.baseline) == ("php/b", "php/a")
    assert (flip.faster, flip.slower) == ([{"n": 10}, {"n": 100}], [{"n": 1000}])
    point = flip.crossover
    assert (point.factor, point.faster_below) == ("n", True)
    assert (point.units.low, point.units.median, point.units.high) == pytest.approx((250, 250, 250), rel=1e-3)
    (flip,) = judged(tmp_path / "other", levels, lines(SIZES, a=(0.15, 0.0012), b=(0.2, 0.001))).changes.flips
    assert (flip.faster, flip.slower) == ([{"n": 1000}], [{"n": 10}, {"n": 100}])
    assert flip.crossover.faster_below is False and flip.crossover.units.median == pytest.approx(250, rel=1e-3)


def test_lines_that_do_not_fit_the_sizes_meet_nowhere(tmp_path: Path) -> None:
    levels = [worked(size) for size in SIZES]
    straight, bent = [0.21, 0.3, 1.2], [0.15, 0.22, 2.0]
    cases = (("arm", straight, bent), ("baseline", bent, straight), ("both", bent, [one * 1.5 for one in bent]))
    for name, own, other in cases:
        times = [{"php/a": one, "php/b": two} for one, two in zip(own, other, strict=True)]
        found = judged(tmp_path / name, levels, times)
        if name != "both":
            (flip,) = found.changes.flips
            assert flip.faster and flip.slower and flip.crossover is None
            assert max(cost.misfit_share.median for cost in found.costs) > 0.1
        else:
            assert found.changes.flips == []


def test_where_sizes_are_not_all_that_turns_an_arm_no_size_is_named(tmp_path: Path) -> None:
    levels = [worked(size, sink=sink) for sink in ("a", "b") for size in SIZES]
    times = [*lines(SIZES, a=(0.2, 0.001), b=(0.1, 0.0005)), *lines(SIZES, a=(0.2, 0.001), b=(0.4, 0.002))]
    (flip,) = judged(tmp_path, levels, times).changes.flips
    assert len(flip.faster) == len(flip.slower) == 3 and flip.crossover is None


def test_winners_are_told_with_their_levels_if_there_are_several(tmp_path: Path) -> None:
    levels = over("sink", ("x", "y", "z"), ["php/b"])
    found = judged(tmp_path, levels, [{"php/b": 0.5}, {"php/b": 2.0}, {"php/b": 0.5}])
    assert [(one.arm, one.levels) for one in found.changes.winners] == [
        ("php/b", [{"sink": "x"}, {"sink": "z"}]),
        ("php/a", [{"sink": "y"}]),
    ]
    assert judged(tmp_path / "one", levels, [{"php/b": 0.5}] * 3).changes.winners == []


def readings(peak: int, held: int | None, processes: int = 8) -> Memory:
    own = None if held is None else held
    made_of = [
        MemoryReading(
            peak_bytes=peak + 10 * number,
            how="stops",
            anonymous_bytes=own,
            file_bytes=0 if own is not None else None,
            shared_bytes=0 if own is not None else None,
            reclaimable_bytes=0 if own is not None else None,
        )
        for number in range(processes)
    ]
    return Memory(peak_bytes=peak, readings=made_of)


def in_memory(size: int, memory: Memory, **factors: int | str) -> LevelRecord:
    arms = [made.arm(USUAL, role=role, work=size, memory=memory) for role in made.ROLES_OF_1]
    return made.level({"n": size, **factors}, USUAL, [], arms=arms)


def test_growth_of_memory_has_all_its_figures() -> None:
    levels = [
        in_memory(200, readings(3000, None, processes=7), sink="pipe"),
        in_memory(100, readings(1000, None), sink="pipe"),
        in_memory(400, readings(5500, None), sink="pipe"),
    ]
    (found,) = growths(made.run(levels, work_unit="entries"), ALPHA)
    assert found.model_dump() == {
        "factor": "n",
        "at": {"sink": "pipe"},
        "arm": USUAL,
        "of": "peak",
        "units": [100, 200, 400],
        "processes": 7,
        "needed_processes": 6,
        "bytes_per_unit": {"median": 15.0, "low": 15.0, "high": 15.0},
        "least": 15.0,
        "most": 15.0,
        "steps": [20.0, 12.5],
        "misfit_bytes": 500.0,
        "flat_below": 1.0,
        "verdict": "grows",
    }
    few = [level.model_copy() for level in levels]
    few[0] = in_memory(200, readings(3000, None, processes=5), sink="pipe")
    (found,) = growths(made.run(few, work_unit="entries"), ALPHA)
    assert (found.bytes_per_unit.low, found.bytes_per_unit.high, found.verdict) == (None, None, "undecided")


@pytest.mark.parametrize(("unit", "flat_below"), [("bytes", 0.01), ("entries", 1.0), ("records", 1.0)])
def test_what_counts_as_flat_depends_on_what_the_work_is_counted_in(unit: str, flat_below: float) -> None:
    levels = [in_memory(size, readings(1000 + size // 2, 900)) for size in (100, 300)]
    peak, held = growths(made.run(levels, work_unit=unit), ALPHA)
    assert (peak.of, held.of) == ("peak", "held")
    assert peak.flat_below == held.flat_below == flat_below
    assert peak.verdict == ("grows" if unit == "bytes" else "flat") and held.verdict == "flat"
    assert (peak.bytes_per_unit.median, held.bytes_per_unit.median) == (0.5, 0.0)


def test_memory_at_one_size_or_of_unlike_conditions_does_not_grow() -> None:
    same = [in_memory(size, readings(1000, 900)).model_copy(update={"level": {"n": n}}) for n, size in ((1, 7), (2, 7))]
    assert growths(made.run(same), ALPHA) == []
    apart = [in_memory(size, readings(1000, 900), sink=f"{size}") for size in (100, 300)]
    assert growths(made.run(apart), ALPHA) == []
    without = [in_memory(100, readings(1000, 900)), in_memory(300, Memory(peak_bytes=9))]
    assert growths(made.run(without), ALPHA) == []


def test_the_baselines_guarantees_are_compared_even_if_most_methods_give_others(tmp_path: Path) -> None:
    locked = [made.arm(f"php/{name}", guarantees={"lock": "record"}) for name in "cde"]
    levels = [made.level({"n": 1}, USUAL, ["php/b", *locked])]
    answer = the_answer(judged(tmp_path, levels, [{"php/b": 2.0, "php/c": 0.5, "php/d": 0.5, "php/e": 0.6}]))
    assert answer.guarantees == {} and answer.choices[0].use == USUAL
    assert [(one.arm, one.most) for one in answer.choices[0].guarantees] == [("php/c", pytest.approx(0.5))]


def test_with_too_few_rounds_methods_are_told_by_how_they_came_out(tmp_path: Path) -> None:
    levels = [made.level({"n": 1}, USUAL, ["c/b", "c/d"])]
    (choice,) = the_answer(judged(tmp_path, levels, [{"c/b": 0.5, "c/d": 2.0}], sweeps=3), "c").choices
    (other,) = choice.as_well
    assert (choice.use, choice.is_fastest, other.arm) == ("c/b", False, "c/d")
    assert (other.least, other.most, other.low, other.high) == (pytest.approx(4), pytest.approx(4), None, None)


def test_two_sizes_are_taken_in_their_order_too(tmp_path: Path) -> None:
    choices = the_answer(judged(tmp_path, over("n", (100, 10), ["php/b"]), [{"php/b": 2.0}, {"php/b": 0.5}])).choices
    assert [(choice.use, choice.levels) for choice in choices] == [("php/b", [{"n": 10}]), (USUAL, [{"n": 100}])]


def test_of_two_that_cost_the_same_for_the_same_guarantees_the_first_is_told(tmp_path: Path) -> None:
    arms = [made.arm(f"php/{name}", guarantees={"lock": "x"}) for name in "bc"]
    levels = [made.level({"n": 1}, USUAL, [*arms, "php/d"])]
    (choice,) = the_answer(judged(tmp_path, levels, [{"php/b": 2.0, "php/c": 2.0}])).choices
    assert [one.arm for one in choice.guarantees] == ["php/b"]


def test_lines_that_do_not_cross_have_no_meeting_point_though_an_arm_flips(tmp_path: Path) -> None:
    levels = [worked(size) for size in SIZES]
    (flip,) = judged(tmp_path, levels, [{"php/b": ratio} for ratio in (0.95, 1.04, 0.95)]).changes.flips
    assert (flip.faster, flip.slower) == ([{"n": 10}, {"n": 1000}], [{"n": 100}])
    assert flip.crossover is None
