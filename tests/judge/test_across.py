"""The document's statements across levels: effects of factors, cost over size, and where the answer changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.statements_across import Changes
from iotrial.store.record import Arm, LevelRecord
from judge import made

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

    return made.judged(root, made.run(levels, **given), sweeps=sweeps, change=change)


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


def meeting_at_100(level: Mapping[str, Any], arm: str) -> float:
    """Times whose lines meet at 100 entries: the baseline costs more at first, and less for each entry."""
    fixed, unit = (0.2, 0.001) if arm == "php/readdir" else (0.1, 0.002)
    return fixed + unit * int(level["entries"])


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

    found = made.judged(tmp_path, made.run(levels), change=keep_timing)
    assert found.levels[1].invalid == "the placebo php/a is failed: no"
    assert found.effects == []


def test_a_run_that_is_invalid_says_nothing_across_levels(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        placebo = np.asarray(columns["arm"]) == 1
        columns["wall_ns"] = np.where(placebo, 2 * columns["wall_ns"], columns["wall_ns"])
        return columns

    found = made.judged(tmp_path, made.run(two_targets()), change=spoil)
    assert found.invalid
    assert (found.effects, found.costs, found.changes) == ([], [], Changes(winners=[], flips=[]))


def test_cost_over_size_is_a_fixed_part_and_a_part_for_each_unit(tmp_path: Path) -> None:
    found = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), meeting_at_100)
    drift = float(np.median(1 + 0.1 * np.arange(16)))
    for cost, fixed, unit in zip(found.costs, (0.2, 0.1), (0.001, 0.002), strict=True):
        assert cost.fixed_ns.median == pytest.approx(fixed * made.BASE_NS * drift, rel=0.02)
        assert cost.unit_ns.median == pytest.approx(unit * made.BASE_NS * drift, rel=0.02)
        assert cost.unit_ns.low < cost.unit_ns.median < cost.unit_ns.high
        assert cost.misfit_share.median < 0.01
        assert cost.misfit_share.low <= cost.misfit_share.median <= cost.misfit_share.high
        assert cost.sizes == 4


def test_an_arm_that_wins_small_and_loses_large_flips_where_the_lines_meet(tmp_path: Path) -> None:
    changes = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), meeting_at_100).changes
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
    enough = made.rounds_needed("across", 2 * together, "across")
    for sweeps, is_exact in ((enough - 1, False), (enough, True)):
        effects = document(tmp_path / str(sweeps), levels, lambda *_: 1.0, sweeps=sweeps).effects
        assert len(effects) == together
        assert [effect.verdict == "equivalent" for effect in effects] == [is_exact] * together
        if not is_exact:  # too few sweeps for the sign test
            bounds = [bound for effect in effects for bound in (effect.low, effect.high)]
            assert bounds == pytest.approx([1 / 1.5, 1.5] * together, rel=0.01)


@pytest.mark.parametrize("others", [["php/scandir"], ["php/scandir", "php/glob"]])
def test_costs_are_corrected_for_the_four_figures_of_each_line(tmp_path: Path, others: list[str | Arm]) -> None:
    lines = 1 + len(others)
    enough = made.rounds_needed("across", 2 * 4 * lines, "across")
    for sweeps, has_bounds in ((enough - 1, False), (enough, True)):
        costs = document(tmp_path / str(sweeps), sized([10, 30, 300], others), lambda *_: 1.0, sweeps=sweeps).costs
        assert [cost.fixed_ns.low is not None for cost in costs] == [has_bounds] * lines


def test_winners_are_corrected_over_levels_where_it_is_told_that_they_change(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 0.8 if (arm == "php/a") == (level["target"] == "disk") else 1.0

    rows = 2  # of the placebo and the other arm, beside the baseline
    enough = made.rounds_needed("levels", 2 * rows, "across")
    for sweeps, told in ((enough - 1, []), (enough, ["php/a", "php/b"])):
        found = document(tmp_path / str(sweeps), two_targets(), times, sweeps=sweeps)
        assert [level.winner for level in found.levels] == [*(told or (None, None))]
        assert [winner.arm for winner in found.changes.winners] == told


def test_winners_of_a_run_that_looks_often_need_the_wider_interval(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 0.5 if (arm == "php/a") == (level["target"] == "disk") else 1.0

    once, often = (made.rounds_needed("levels", 2 * 3, "across", sequence=looks) for looks in (False, True))
    assert once < often
    for sweeps, told in ((often - 1, []), (often, ["php/a", "php/b"])):
        found = document(tmp_path / str(sweeps), two_targets(), times, sweeps=sweeps, precision=0.01)
        assert [level.winner for level in found.levels] == [*(told or (None, None))]
        assert [winner.arm for winner in found.changes.winners] == told


def test_flips_of_a_run_that_looks_often_need_the_wider_interval(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return 0.5 if (arm == "php/a") == (level["target"] == "disk") else 1.0

    together = 2 * 2  # the placebo and the other arm at each level
    enough = made.rounds_needed("levels", together, "across", sequence=True)
    assert made.rounds_needed("levels", together, "across") < enough
    for sweeps, told in ((enough - 1, []), (enough, ["php/b"])):
        found = document(tmp_path / str(sweeps), two_targets(), times, sweeps=sweeps, precision=0.01)
        assert [flip.arm for flip in found.changes.flips] == told


def test_a_level_without_a_winner_does_not_hide_that_the_winner_changes(tmp_path: Path) -> None:
    fastest = {"disk": "", "tmpfs": "php/a", "zfs": "php/b"}
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in fastest]
    found = document(tmp_path, levels, lambda level, arm: 0.5 if arm == fastest[level["target"]] else 1.0)
    assert [(winner.arm, winner.levels) for winner in found.changes.winners] == [
        ("php/a", [{"target": "tmpfs"}]),
        ("php/b", [{"target": "zfs"}]),
    ]


def test_a_size_of_0_is_a_size_too(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        fixed, unit = (0.2, 0.1) if arm == "php/readdir" else (0.15, 0.2)
        return fixed + unit * int(level["entries"])

    found = document(tmp_path, sized([0, 10, 100], ["php/scandir"]), times, sweeps=40)
    drift = float(np.median(1 + 0.1 * np.arange(40)))
    assert [cost.fixed_ns.median for cost in found.costs] == pytest.approx(
        [0.2 * made.BASE_NS * drift, 0.15 * made.BASE_NS * drift], rel=0.02
    )
    (flip,) = found.changes.flips
    assert flip.crossover.units.median == pytest.approx(0.5, rel=0.1)


def test_lines_meet_at_the_levels_that_flip_and_not_at_others(tmp_path: Path) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        disk = 3.0 * (0.2 + 0.001 * int(level["entries"]))
        return disk if level["target"] == "disk" else meeting_at_100(level, arm)

    levels = [level for name in ("disk", "tmpfs") for level in sized([10, 30, 300, 1000], ["php/scandir"], target=name)]
    (flip,) = document(tmp_path, levels, times, sweeps=30).changes.flips
    assert [level["target"] for level in [*flip.faster, *flip.slower]] == ["tmpfs"] * 4
    assert flip.crossover.units.median == pytest.approx(100, rel=0.05)


@pytest.mark.parametrize(("bent", "by"), [("php/readdir", 0.5), ("php/scandir", 2.0)])
def test_lines_of_which_one_does_not_describe_its_sizes_meet_nowhere(tmp_path: Path, bent: str, by: float) -> None:
    def times(level: Mapping[str, Any], arm: str) -> float:
        return meeting_at_100(level, arm) * (by if (arm, level["entries"]) == (bent, 1000) else 1.0)

    found = document(tmp_path, sized([10, 30, 300, 1000], ["php/scandir"]), times)
    assert {cost.arm: cost.misfit_share.median > 0.1 for cost in found.costs} == {
        "php/readdir": bent == "php/readdir",
        "php/scandir": bent == "php/scandir",
    }
    (flip,) = found.changes.flips
    assert ([level["entries"] for level in flip.faster], flip.crossover) == ([10, 30], None)


def test_without_a_line_of_the_baseline_no_lines_meet(tmp_path: Path) -> None:
    levels = [
        made.level({"entries": size}, "php/readdir", [made.arm("php/scandir", work=size)])
        for size in (10, 30, 300, 1000)
    ]
    (flip,) = document(tmp_path, levels, meeting_at_100).changes.flips  # the work of the baseline is the same at each
    assert flip.arm == "php/scandir" and flip.crossover is None


def crossing_at(sizes: Sequence[float], entries: Sequence[int], root: Path, **given: Any) -> Any:
    """A run in which two lines meet at one of the sizes in each sweep."""
    levels = sized(list(entries), ["php/scandir"])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        work = np.array(entries)[columns["level"]]
        unit = 0.001
        other = (0.2 - unit * sizes[sweep]) + 2 * unit * work
        columns["wall_ns"] = (columns["wall_ns"] * np.where(columns["arm"] == 2, other, 0.2 + unit * work)).astype(int)
        return columns

    return made.judged(root, made.run(levels, **given), sweeps=len(sizes), noise=0, change=change)


def test_flips_and_where_they_happen_are_corrected_for_all_arms_at_all_levels(tmp_path: Path) -> None:
    entries = (10, 30, 300, 1000)
    least = made.rounds_needed("levels", len(entries) * 2, "across")  # the placebo and the other arm
    enough = made.rounds_needed("across", 2 * 4 * 2, "across")  # four statements of each of two lines
    near = (50, 80, 200, 300)  # at none of them is the one 1.5 times as slow as the other
    few = crossing_at([100.0] * (least - 1), near, tmp_path / "few")
    assert few.changes.flips == []
    assert len(crossing_at([100.0] * least, near, tmp_path / "least").changes.flips) == 1
    (flip,) = crossing_at([100.0] * (least - 1), entries, tmp_path / "far").changes.flips
    assert ([level["entries"] for level in flip.faster], flip.crossover) == ([10], None)
    assert [level["entries"] for level in flip.slower] == [1000]
    (flip,) = crossing_at([100.0] * (enough - 1), entries, tmp_path / "no-crossing").changes.flips
    assert flip.crossover is None
    # Of so few rounds the interval has the outermost two, so long as it is corrected.
    (flip,) = crossing_at([80.0, 125.0, *[100.0] * (enough - 2)], entries, tmp_path / "enough").changes.flips
    units = flip.crossover.units
    assert (units.low, units.median, units.high) == pytest.approx((80, 100, 125), rel=0.01)


def test_where_lines_meet_has_the_wider_interval_of_a_run_that_looks_often(tmp_path: Path) -> None:
    sizes = np.random.default_rng(1).permutation(np.linspace(80, 125, 40)).tolist()
    bounds = []
    for precision in (None, 0.01):
        root = tmp_path / str(precision)
        (flip,) = crossing_at(sizes, (10, 30, 300, 1000), root, precision=precision).changes.flips
        bounds.append((flip.crossover.units.low, flip.crossover.units.high))
    (low, high), (lower, higher) = bounds
    assert lower < low < high < higher
