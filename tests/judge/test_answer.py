"""What to use in each language: when the usual way stays, when another is better, and what may be said of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, TimesOver
from iotrial.store.record import Arm
from judge import made

USUAL = "php/readfile"


def one_level(folder: Path, others: list[str | Arm], ratios: made.Ratios, **given: Any) -> JudgedRun:
    level = made.level({"file_bytes": 1 << 20}, USUAL, others)
    return made.judged(folder, made.run([level]), ratios, **given)


def over_levels(
    folder: Path, factor: str, times: Mapping[Any, made.Ratios], *, noise: float = 0.001, sweeps: int = 16
) -> JudgedRun:
    """A level for each value of a factor, with its own ratios of all methods beside the usual one."""
    names = list(dict.fromkeys(name for ratios in times.values() for name in ratios))
    levels = [made.level({factor: value}, USUAL, list(names)) for value in times]
    # The factor of an arm (the baseline and its second copy first) at a level.
    factors = np.array([[1.0, 1.0, *(ratios[name] for name in names)] for ratios in times.values()])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wall = columns["wall_ns"] * factors[columns["level"], columns["arm"]]
        return {**columns, "wall_ns": wall.round().astype(np.int64)}

    return made.judged(folder, made.run(levels), change=change, noise=noise, sweeps=sweeps)


def the_choice(judged: JudgedRun, language: str = "php") -> Choice:
    """The only choice of a language."""
    (answer,) = (answer for answer in judged.answers if answer.language == language)
    (choice,) = answer.choices
    return choice


def names(found: list[TimesOver]) -> list[str]:
    return [one.arm for one in found]


def is_narrow(one: TimesOver) -> bool:
    """True if it has an interval that takes as many rounds as the sign test: without noise, as these runs are."""
    return one.low is not None and one.high is not None and one.high / one.low < 1.1


def test_the_usual_way_stays_if_it_is_not_shown_to_be_slower(tmp_path: Path) -> None:
    # php/b comes out a little faster, by less than can be told from noise.
    choice = the_choice(one_level(tmp_path, ["php/b", "php/c"], {"php/b": 0.99, "php/c": 1.5}, noise=0.05))
    assert choice.use == USUAL and not choice.is_fastest
    assert (names(choice.as_well), names(choice.slower)) == (["php/b"], ["php/c"])


@pytest.mark.parametrize("ratio", [0.995, 0.97, 0.956])
def test_the_usual_way_stays_if_another_is_faster_by_less_than_matters(tmp_path: Path, ratio: float) -> None:
    choice = the_choice(one_level(tmp_path, ["php/b"], {"php/b": ratio}, noise=0.0005))
    assert choice.use == USUAL and names(choice.as_well) == ["php/b"]
    assert choice.as_well[0].high is not None and choice.as_well[0].high < 1
    assert choice.as_well[0].tier == "as good"
    assert the_choice(one_level(tmp_path / "more", ["php/b"], {"php/b": 0.94}, noise=0.0005)).use == "php/b"


def test_another_is_used_if_the_usual_way_is_shown_to_be_slower(tmp_path: Path) -> None:
    choice = the_choice(one_level(tmp_path, ["php/b", "php/c"], {"php/b": 0.5, "php/c": 2.0}))
    assert choice.use == "php/b" and choice.is_fastest and choice.as_well == []
    assert names(choice.slower) == [USUAL, "php/c"]
    usual, slow = choice.slower
    assert usual.most == pytest.approx(2.0, rel=0.01) and slow.most == pytest.approx(4.0, rel=0.01)
    assert usual.low is not None and usual.high is not None and usual.low <= usual.most <= usual.high


def test_of_two_that_cannot_be_told_apart_the_one_that_came_out_quicker_is_used(tmp_path: Path) -> None:
    came_out = set()
    for place, times in (("one", {"php/b": 0.515, "php/c": 0.5}), ("other", {"php/b": 0.5, "php/c": 0.515})):
        choice = the_choice(one_level(tmp_path / place, list(times), times, noise=0.1, sweeps=40))
        (other,) = choice.as_well
        assert {choice.use, other.arm} == set(times) and names(choice.slower) == [USUAL]
        assert other.most > 1 and other.low is not None and other.low < 1.01  # by direct comparison
        came_out.add(choice.use)
    assert "php/c" in came_out, "the one that stands last is the quicker at least once"


def test_of_two_that_are_faster_the_quicker_by_far_is_used(tmp_path: Path) -> None:
    choice = the_choice(one_level(tmp_path, ["php/b", "php/c"], {"php/b": 0.8, "php/c": 0.5}))
    assert choice.use == "php/c" and names(choice.slower) == ["php/b", USUAL]


def test_too_few_rounds_choose_nothing(tmp_path: Path) -> None:
    choice = the_choice(one_level(tmp_path, ["php/b"], {"php/b": 0.5}, sweeps=3))
    assert choice.use == USUAL and not choice.is_fastest and choice.slower == [] and choice.at_times == []
    (other,) = choice.as_well
    assert other.arm == "php/b" and other.low is None and other.high is None


def test_a_language_with_one_method_has_nothing_to_choose(tmp_path: Path) -> None:
    judged = one_level(tmp_path, ["php/b", "c/alone"], {"c/alone": 0.5})
    assert [answer.language for answer in judged.answers] == ["php"]


def test_levels_that_agree_have_one_answer(tmp_path: Path) -> None:
    times = {size: {"php/b": 1.5 + number / 4, "php/c": 1.0} for number, size in enumerate((10, 100, 1000))}
    choice = the_choice(over_levels(tmp_path, "entries", times))
    assert choice.use == USUAL and names(choice.slower) == ["php/b"] and names(choice.as_well) == ["php/c"]
    assert [level["entries"] for level in choice.levels] == [10, 100, 1000]
    (slow,) = choice.slower
    assert slow.least == pytest.approx(1.5, rel=0.01) and slow.most == pytest.approx(2.0, rel=0.01)


def test_a_method_that_is_slower_at_some_levels_only_is_told_apart(tmp_path: Path) -> None:
    judged = over_levels(tmp_path, "entries", {10: {"php/b": 1.0}, 100: {"php/b": 1.0}, 1000: {"php/b": 1.8}})
    choice = the_choice(judged)
    assert choice.use == USUAL and choice.as_well == [] and choice.slower == []
    (other,) = choice.at_times
    # A range is one of the levels at which it is decided; the others are named.
    assert other.least == other.most == pytest.approx(1.8, rel=0.01)
    assert other.not_decided_at == [{"entries": 10}, {"entries": 100}]


def test_the_answer_turns_with_the_size(tmp_path: Path) -> None:
    # The sizes stand in no order in the study.
    times = {1000: {"php/b": 0.5}, 10: {"php/b": 2.0}, 10_000: {"php/b": 0.4}, 100: {"php/b": 1.5}}
    (answer,) = over_levels(tmp_path, "entries", times).answers
    assert [(choice.use, [level["entries"] for level in choice.levels]) for choice in answer.choices] == [
        (USUAL, [10, 100]),
        ("php/b", [1000, 10_000]),
    ]


def test_levels_that_differ_in_words_are_gathered_wherever_they_stand(tmp_path: Path) -> None:
    times = {"disk": {"php/b": 2.0}, "tmpfs": {"php/b": 0.5}, "xfs": {"php/b": 2.0}}
    (answer,) = over_levels(tmp_path, "target", times).answers
    assert [(choice.use, [level["target"] for level in choice.levels]) for choice in answer.choices] == [
        (USUAL, ["disk", "xfs"]),
        ("php/b", ["tmpfs"]),
    ]


def test_a_level_that_is_invalid_does_not_count(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, USUAL, ["php/b"]) for name in ("disk", "tmpfs")]

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        # At tmpfs php/b would be faster, but the second copy of the baseline is not the same there.
        at_tmpfs = columns["level"] == 1
        factor = np.where(at_tmpfs & (columns["arm"] == 2), 0.1, np.where(at_tmpfs & (columns["arm"] == 1), 1.3, 1.0))
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    judged = made.judged(tmp_path, made.run(levels), {"php/b": 2.0}, change=spoil)
    assert judged.levels[1].invalid and not judged.invalid
    choice = the_choice(judged)
    assert choice.use == USUAL and choice.levels == [judged.levels[0].level] and names(choice.slower) == ["php/b"]


def test_a_run_that_is_invalid_has_no_answer(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": np.where(columns["arm"] == 1, columns["wall_ns"] * 3, columns["wall_ns"])}

    judged = one_level(tmp_path, ["php/b"], {"php/b": 0.5}, change=spoil)
    assert judged.invalid and judged.answers == []


def test_a_method_that_was_disqualified_is_not_used(tmp_path: Path) -> None:
    wrong = made.arm("php/wrong", status="disqualified", reason="gives 0 names")
    choice = the_choice(one_level(tmp_path, ["php/b", wrong], {"php/wrong": 0.1, "php/b": 1.5}))
    told = [*choice.as_well, *choice.at_times, *choice.slower, *choice.guarantees]
    assert choice.use == USUAL and names(told) == ["php/b"]


def test_a_method_that_beats_every_reference_is_used(tmp_path: Path) -> None:
    least = made.arm("c/least", role="floor", floor="copying")
    level = made.level({"file_bytes": 1 << 20}, USUAL, ["php/b", "php/best"], floors=[least])
    ratios = {"php/best": 0.3, "php/b": 0.8, "c/least": 0.4}
    judged = made.judged(tmp_path, made.run([level]), ratios)
    choice = the_choice(judged)
    assert choice.use == "php/best" and names(choice.slower) == ["php/b", USUAL]


#: Three more than php/b, each slower than the usual way.
SLOW = {"php/c": 1.5, "php/d": 1.6, "php/e": 1.7}

#: Rounds in which each of five methods is told from the usual one, but not yet each two from each other.
FOR_THE_TABLE = made.rounds_needed("levels", 5)


def test_against_the_usual_way_the_answer_is_the_verdict_that_the_table_shows(tmp_path: Path) -> None:
    assert made.rounds_needed("levels", 15) > FOR_THE_TABLE  # pairs of six arms, the placebo among them
    ratios = {"php/b": 1.2, **SLOW}
    usual_run = one_level(tmp_path / "usual", list(ratios), ratios, sweeps=FOR_THE_TABLE)
    usual = the_choice(usual_run)
    assert usual.use == USUAL and usual.is_fastest and names(usual.slower) == list(ratios)
    rows = usual_run.levels[0].by_name
    assert [(one.low, one.high) for one in usual.slower] == [(rows[name].low, rows[name].high) for name in ratios]
    ratios = {"php/b": 0.5, **SLOW}
    other_run = one_level(tmp_path / "other", list(ratios), ratios, sweeps=FOR_THE_TABLE)
    other = the_choice(other_run)
    assert other.use == "php/b" and names(other.slower) == [USUAL, *SLOW]
    # Beside another than the baseline the bounds follow from both rows, which are too few rounds for more.
    rows, own = other_run.levels[0].by_name, other_run.levels[0].by_name["php/b"]
    for one in other.slower[1:]:
        row = rows[one.arm]
        assert None not in (row.low, row.high, own.low, own.high)
        assert one.low == pytest.approx(row.low / own.high) and one.high == pytest.approx(row.high / own.low)  # type: ignore[operator]


def test_another_is_used_at_several_levels_only_if_that_holds_for_all_that_is_said_together(tmp_path: Path) -> None:
    times = {size: {"php/b": 0.5, **SLOW} for size in (10, 100)}
    enough = made.rounds_needed("levels", 2 * 5, "across")
    assert enough > FOR_THE_TABLE
    few = the_choice(over_levels(tmp_path / "few", "entries", times, sweeps=enough - 1))
    known = the_choice(over_levels(tmp_path / "enough", "entries", times, sweeps=enough))
    # With fewer rounds only what is much faster may be told, by an interval that is wide (rule 30).
    assert known.use == "php/b" and all(is_narrow(one) for one in (*known.slower, *known.as_well))
    assert not any(is_narrow(one) for one in (*few.slower, *few.as_well))
    nearer = {size: {"php/b": 0.8, **SLOW} for size in (10, 100)}
    assert the_choice(over_levels(tmp_path / "near", "entries", nearer, sweeps=enough - 1)).use == USUAL
    assert the_choice(over_levels(tmp_path / "nearer", "entries", nearer, sweeps=enough)).use == "php/b"


@pytest.mark.parametrize(
    ("others", "levels", "rows", "pairs"),
    [(["php/b"], 1, 2, 3), (["php/b"], 2, 4, 6), (["php/b", "php/c"], 1, 3, 6), (["php/b", *SLOW], 1, 5, 15)],
)
def test_bounds_are_those_of_the_table_beside_the_baseline_and_else_follow_from_two_rows_or_are_corrected_for_all_pairs(
    tmp_path: Path, others: list[str], levels: int, rows: int, pairs: int
) -> None:
    families: tuple[Any, ...] = ("across",) if levels > 1 else ()

    def widths(sweeps: int, quickest: float) -> list[float]:
        """Return for each method but the one to use how far apart its bounds are, the baseline last."""
        times = {size: {**dict.fromkeys(others, 1.2), others[0]: quickest} for size in range(levels)}
        choice = the_choice(over_levels(tmp_path / str(len([*tmp_path.iterdir()])), "entries", times, sweeps=sweeps))
        found = {one.arm: (one.high or np.inf) / (one.low or 0.001) for one in (*choice.as_well, *choice.slower)}
        return [found[name] for name in (*others, USUAL) if name != choice.use]

    enough = made.rounds_needed("levels", rows, *families)
    # Fewer rounds have a wide interval or none (rule 30): never narrower than by 1.5 times either way.
    assert min(widths(enough - 1, 1.2)) >= 2.2 and max(widths(enough, 1.2)) < 1.1
    assert widths(enough, 0.5)[-1] < 1.1  # the baseline beside another
    few, many = (made.rounds_needed("levels", pairs, *families) - less for less in (1, 0))
    if few >= enough:  # both rows bound the pair, and are farther apart than its own interval
        assert max(widths(few, 0.5)) < 1.1
        pair_by_rows, pair_itself = widths(few, 0.5)[:-1], widths(many, 0.5)[:-1]
        assert all(one > other for one, other in zip(pair_by_rows, pair_itself, strict=True))


def test_a_level_that_was_skipped_costs_the_others_no_bounds(tmp_path: Path) -> None:
    skipped = made.level({"target": "full"}, USUAL, ["php/b"], status="skipped", reason="no room")
    run = made.run([made.level({"target": "disk"}, USUAL, ["php/b"]), skipped])
    choice = the_choice(made.judged(tmp_path, run, sweeps=made.rounds_needed("levels", 3)))
    assert choice.levels == [{"target": "disk"}] and [one.low is not None for one in choice.as_well] == [True]


def test_a_level_at_which_a_language_has_one_method_left_does_not_hide_the_others(tmp_path: Path) -> None:
    died = made.arm("c/b", status="failed", reason="it died")
    levels = [
        made.level({"target": "full"}, USUAL, ["c/a", died]),
        made.level({"target": "disk"}, USUAL, ["c/a", "c/b"]),
    ]
    judged = made.judged(tmp_path, made.run(levels), {"c/a": 0.5, "c/b": 0.7})
    choice = the_choice(judged, "c")
    assert choice.levels == [{"target": "disk"}] and choice.use == "c/a" and names(choice.slower) == ["c/b"]


def test_a_level_at_which_a_method_stands_alone_is_no_answer_where_others_leave_a_choice(tmp_path: Path) -> None:
    alone = made.arm(USUAL, role="baseline", guarantees={"lock": "none"})
    others = [made.arm(name, guarantees={"lock": lock}) for name, lock in (("php/a", "none"), ("php/b", "whole"))]
    placebo = alone.model_copy(update={"role": "placebo"})
    levels = [
        made.level({"records": 20}, USUAL, [], arms=[alone, placebo, *others]),
        made.level({"records": 1000}, USUAL, [], arms=[alone, placebo, others[1]]),
    ]
    judged = made.judged(tmp_path, made.run(levels), {"php/a": 0.5, "php/b": 1.5})
    choice = the_choice(judged)
    assert choice.use == "php/a" and choice.levels == [{"records": 20}]


@pytest.mark.parametrize(
    ("lock", "turns"),
    [
        ("record", [("php/quick", [{"hosts": 1}]), (USUAL, [{"hosts": 2}])]),
        ("whole", [("php/quick", [{"hosts": 1}])]),  # what is out there gives something else
    ],
)
def test_a_level_at_which_all_others_are_wrong_is_answered_by_the_one_that_is_left(
    tmp_path: Path, lock: str, turns: list[tuple[str, list[dict[str, int]]]]
) -> None:
    usual = [made.arm(USUAL, role=role, guarantees={"lock": "record"}) for role in made.ROLES_OF_1]
    other = made.arm("php/other", guarantees={"lock": "no"})
    wrong = made.arm("php/wrong", guarantees={"lock": lock}, status="disqualified", reason="tore 1 of 10 records")
    quick = made.arm("php/quick", guarantees={"lock": "record"})
    levels = [
        made.level({"hosts": 2}, USUAL, [], arms=[*usual, other, wrong]),
        made.level({"hosts": 1}, USUAL, [], arms=[*usual, other, quick]),
    ]
    judged = made.judged(tmp_path, made.run(levels), {"php/quick": 0.5})
    (answer,) = judged.answers
    assert [(choice.use, choice.levels) for choice in answer.choices] == turns


def test_an_arm_that_moves_is_not_advised_though_all_others_would_be_slower_wherever_it_went(tmp_path: Path) -> None:
    def move(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        drift = np.where(columns["arm"] == 2, 1 + 0.03 * sweep / 20, 1.0)  # php/b, by 3 % from the first round on
        return {**columns, "wall_ns": (columns["wall_ns"] * drift).astype(np.int64)}

    ratios = {"php/b": 0.5, "php/c": 0.6, "php/d": 2.0}
    judged = one_level(tmp_path, list(ratios), ratios, change=move, sweeps=20)
    level = judged.levels[0]
    assert level.by_name["php/b"].is_moving and level.by_name["php/b"].verdict == "undecided"
    assert level.winner is None
    choice = the_choice(judged)
    assert choice.use == "php/c" and not choice.is_open
    assert names(choice.as_well) == ["php/b"] and names(choice.slower) == [USUAL, "php/d"]
    (moving,) = choice.as_well
    assert moving.moving == "b" and moving.tier == "unclear"
    assert {one.moving for one in choice.slower} == {None}


def test_a_wide_interval_of_the_quickest_does_not_keep_the_usual_way_beside_one_that_is_shown_to_be_faster(
    tmp_path: Path,
) -> None:
    def blur(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wide = np.where(columns["arm"] == 2, [0.6, 0.85, 1.6][sweep % 3], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * wide).astype(np.int64)}

    choice = the_choice(one_level(tmp_path, ["php/b", "php/c"], {"php/b": 1.0, "php/c": 0.92}, change=blur))
    assert choice.use == "php/c"
    assert (names(choice.as_well), names(choice.slower)) == (["php/b"], [USUAL])


def test_what_still_moves_or_was_timed_otherwise_is_never_said_to_take_the_same_time(tmp_path: Path) -> None:
    arms: list[str | Arm] = [made.arm("php/b", shift=1), made.arm("php/c", no_plateau=True), "php/d", "php/e"]
    choice = the_choice(one_level(tmp_path, arms, {"php/e": 2.0}, noise=0.001))
    why = {one.arm: one.never_equal for one in choice.as_well}
    assert why["php/d"] is None
    assert why["php/b"] == "they were measured with unlike numbers of iterations"
    assert why["php/c"] is not None and why["php/c"].endswith("has not settled")
    beside = [one for one in choice.as_well if one.does_as_well]
    assert names(beside) == ["php/d"]
