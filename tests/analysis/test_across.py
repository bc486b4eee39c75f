"""The document's statements across levels: effects of factors, cost over size, and where the answer changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import made
from iotrial.analysis.changes import Changes
from iotrial.analysis.judge import judge_folder
from iotrial.stats.interval import minimum_rounds
from iotrial.store.record import Arm, LevelRecord

#: Time of one iteration over the baseline's usual one, from the level's factors and the arm.
Times = Callable[[Mapping[str, Any], str], float]


def document(root: Path, levels: list[LevelRecord], times: Times, *, sweeps: int = 16, **given: Any) -> Any:
    """A run, judged, in which each arm takes as long as `times` says; a figure that is None fails by itself."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        drift = 1 + 0.1 * sweep  # all levels of a sweep share it
        factors = [
            drift * times(levels[level].level, levels[level].arms[arm].arm)
            for level, arm in zip(columns["level"], columns["arm"], strict=True)
        ]
        columns["wall_ns"] = (columns["wall_ns"] * np.array(factors)).astype(np.int64)
        return columns

    return judge_folder(made.store(root, made.run(levels, **given), sweeps=sweeps, change=change))


def sized(sizes: list[int], others: list[str | Arm], **factors: int | str) -> list[LevelRecord]:
    return [
        made.level(
            {"entries": size, **factors},
            "php/readdir",
            [made.arm(other, work=size) if isinstance(other, str) else other for other in others],
        ).model_copy(
            update={
                "arms": [
                    made.arm("php/readdir", role="baseline", work=size),
                    made.arm("php/readdir", role="placebo", work=size),
                    *(made.arm(other, work=size) if isinstance(other, str) else other for other in others),
                ]
            }
        )
        for size in sizes
    ]


def two_targets(**given: Any) -> list[LevelRecord]:
    return [made.level({"records": 100, "target": name}, "php/a", ["php/b"], **given) for name in ("disk", "tmpfs")]


def test_another_target_is_an_effect_on_each_arm_sweep_by_sweep(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 0.5 if level["target"] == "tmpfs" and arm == "php/a" else 1.0

    effects = document(tmp_path, two_targets(), times).effects
    assert [(effect.arm, effect.factor, effect.of, effect.to) for effect in effects] == [
        ("php/a", "target", "disk", "tmpfs"),
        ("php/b", "target", "disk", "tmpfs"),
    ]
    halved, same = effects
    assert halved.ratio == pytest.approx(0.5, rel=0.01) and halved.verdict == "faster"
    assert same.verdict == "equivalent" and same.low < 1 < same.high
    assert halved.at == {"records": 100}


def test_another_size_is_no_effect_since_the_work_differs(tmp_path: Path) -> None:
    assert document(tmp_path, sized([10, 100], ["php/b"]), lambda *_: 1.0).effects == []


def test_arms_that_may_not_be_judged_say_nothing_across_levels(tmp_path: Path) -> None:
    void = made.arm("php/v", status="disqualified", reason="no names", tags=["as-published"])
    levels = [made.level({"entries": 5, "target": name}, "php/a", [void]) for name in ("disk", "tmpfs")]
    assert {effect.arm for effect in document(tmp_path, levels, lambda *_: 1.0).effects} == {"php/a"}


def test_a_level_whose_placebo_failed_says_nothing_across_levels(tmp_path: Path) -> None:
    levels = two_targets()
    arms = [
        arm.model_copy(update={"status": "failed", "reason": "no"} if arm.role == "placebo" else {})
        for arm in levels[1].arms
    ]
    levels[1] = levels[1].model_copy(update={"arms": arms})

    def keep_timing(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return made.columns(made.run(two_targets()), sweep, {})  # it failed at the end: its samples are there

    found = judge_folder(made.store(tmp_path, made.run(levels), change=keep_timing))
    assert found.levels[1].invalid == "the placebo php/a is failed: no"
    assert found.effects == []


def test_a_run_that_is_invalid_says_nothing_across_levels(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        placebo = np.asarray(columns["arm"]) == 1
        columns["wall_ns"] = np.where(placebo, 2 * columns["wall_ns"], columns["wall_ns"])
        return columns

    found = judge_folder(made.store(tmp_path, made.run(two_targets()), change=spoil))
    assert found.invalid
    assert (found.effects, found.costs, found.changes) == ([], [], Changes(winners=[], flips=[]))


def test_cost_over_size_is_a_fixed_part_and_a_part_for_each_unit(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        fixed, unit = (0.2, 0.001) if arm == "php/readdir" else (0.1, 0.002)
        return fixed + unit * int(level["entries"])

    found = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), times)
    drift = float(np.median(1 + 0.1 * np.arange(16)))
    for cost, fixed, unit in zip(found.costs, (0.2, 0.1), (0.001, 0.002), strict=True):
        assert cost.fixed_ns.median == pytest.approx(fixed * made.BASE_NS * drift, rel=0.02)
        assert cost.unit_ns.median == pytest.approx(unit * made.BASE_NS * drift, rel=0.02)
        assert cost.unit_ns.low < cost.unit_ns.median < cost.unit_ns.high
        assert cost.misfit_share.median < 0.01
        assert cost.sizes == 4


def test_an_arm_that_wins_small_and_loses_large_flips_where_the_lines_meet(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        fixed, unit = (0.2, 0.001) if arm == "php/readdir" else (0.1, 0.002)
        return fixed + unit * int(level["entries"])

    changes = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), times).changes
    (flip,) = changes.flips
    assert (flip.arm, flip.baseline) == ("php/scandir", "php/readdir")
    assert [level["entries"] for level in flip.faster] == [10, 30]
    assert [level["entries"] for level in flip.slower] == [300, 1000]
    assert flip.crossover.faster_below is True
    assert flip.crossover.units.median == pytest.approx(100, rel=0.05)
    assert [winner.arm for winner in changes.winners] == ["php/scandir", "php/readdir"]


def test_a_crossing_that_the_levels_do_not_bear_out_is_not_told(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        bent = 1.5 if level["entries"] in (30, 1000) else 0.7  # wins and loses in turn: no one crossing
        return 1.0 * (0.2 + 0.001 * int(level["entries"])) * (1.0 if arm == "php/readdir" else bent)

    (flip,) = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), times).changes.flips
    assert flip.crossover is None


def test_an_arm_that_is_slower_everywhere_does_not_flip_and_one_winner_is_no_change(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 1.0 if arm == "php/readdir" else 1.3

    found = document(tmp_path, sized([10, 30, 300], ["php/scandir"]), times)
    assert found.changes == Changes(winners=[], flips=[])
    assert all(level.winner == "php/readdir" for level in found.levels)


def test_two_sizes_make_no_line(tmp_path: Path) -> None:
    assert document(tmp_path, sized([10, 100], ["php/b"]), lambda *_: 1.0).costs == []


@pytest.mark.parametrize(("targets", "together"), [(["disk", "tmpfs"], 2), (["disk", "tmpfs", "zfs"], 4)])
def test_effects_are_corrected_for_all_that_are_told_together(
    tmp_path: Path, targets: list[str], together: int
) -> None:
    levels = [made.level({"records": 100, "target": name}, "php/a", ["php/b"]) for name in targets]
    enough = minimum_rounds(together)
    for sweeps, has_bounds in ((enough - 1, False), (enough, True)):
        effects = document(tmp_path / str(sweeps), levels, lambda *_: 1.0, sweeps=sweeps).effects
        assert len(effects) == together
        assert [effect.low is not None for effect in effects] == [has_bounds] * together


def test_costs_are_corrected_for_the_four_figures_of_each_line(tmp_path: Path) -> None:
    enough = minimum_rounds(4 * 2)
    for sweeps, has_bounds in ((enough - 1, False), (enough, True)):
        levels = sized([10, 30, 300], ["php/scandir"])
        costs = document(tmp_path / str(sweeps), levels, lambda *_: 1.0, sweeps=sweeps).costs
        assert [cost.fixed_ns.low is not None for cost in costs] == [has_bounds] * 2


def test_winners_are_corrected_over_levels_where_it_is_told_that_they_change(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 0.5 if (arm == "php/a") == (level["target"] == "disk") else 1.0

    pairs = 3  # of the baseline, the placebo and the other arm
    enough = minimum_rounds(2 * pairs)
    assert minimum_rounds(pairs) == enough - 1  # so that each level has its winner one round before
    for sweeps, told in ((enough - 1, []), (enough, ["php/a", "php/b"])):
        found = document(tmp_path / str(sweeps), two_targets(), times, sweeps=sweeps)
        assert [level.winner for level in found.levels] == ["php/a", "php/b"]
        assert [winner.arm for winner in found.changes.winners] == told


def crossing_at(sizes: Sequence[float], entries: Sequence[int], root: Path, **given: Any) -> Any:
    """A run in which two lines meet at one of the sizes in each sweep."""
    levels = sized(list(entries), ["php/scandir"])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        work = np.array(entries)[columns["level"]]
        unit = 0.001
        other = (0.2 - unit * sizes[sweep]) + 2 * unit * work
        columns["wall_ns"] = (columns["wall_ns"] * np.where(columns["arm"] == 2, other, 0.2 + unit * work)).astype(int)
        return columns

    return judge_folder(made.store(root, made.run(levels, **given), sweeps=len(sizes), noise=0, change=change))


def test_flips_and_where_they_happen_are_corrected_for_all_arms_at_all_levels(tmp_path: Path) -> None:
    entries = (10, 30, 300, 1000)
    enough = minimum_rounds(len(entries) * 2)  # the placebo and the other arm
    few = crossing_at([100.0] * (enough - 1), entries, tmp_path / "few")
    assert few.changes.flips == []
    # Of so few rounds the interval has the outermost two, so long as it is corrected.
    (flip,) = crossing_at([80.0, 125.0, *[100.0] * (enough - 2)], entries, tmp_path / "enough").changes.flips
    units = flip.crossover.units
    assert (units.low, units.median, units.high) == pytest.approx((80, 100, 125), rel=0.01)


def test_where_lines_meet_has_the_wider_interval_of_a_run_that_looks_often(tmp_path: Path) -> None:
    sizes = np.linspace(80, 125, 40).tolist()
    bounds = []
    for precision in (None, 0.01):
        root = tmp_path / str(precision)
        (flip,) = crossing_at(sizes, (10, 30, 300, 1000), root, precision=precision).changes.flips
        bounds.append((flip.crossover.units.low, flip.crossover.units.high))
    (low, high), (lower, higher) = bounds
    assert lower < low < high < higher
