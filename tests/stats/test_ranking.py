"""Who is the best of a level, and who is not shown to be worse: corrected over pairs, levels and looks."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.stats.interval import ALPHA, minimum_rounds
from iotrial.stats.level_samples import LevelSamples, round_values
from iotrial.stats.ranking import Ranking, rank
from iotrial.stats.replication import Replication


def ranked(
    ratios: list[float],
    rounds: int,
    *,
    failed: dict[int, int] | None = None,
    sequence: bool = False,
    levels: int = 1,
    uneven_baseline: bool = False,
) -> Ranking:
    """Arms without any noise, of which some failed after so many rounds.

    uneven_baseline: a tenth of its rounds and of the placebo's, two at least, are 1.3 times as long as the others, so
    that the rows of a table tell nothing of other pairs.
    """
    times = np.tile(1e6 * np.array(ratios), (rounds, 3, 1))
    if uneven_baseline:
        times[: max(2, rounds // 10), :, :2] *= 1.3
    for arm, after in (failed or {}).items():
        times[after:, :, arm] = np.nan
    samples = LevelSamples(times, np.zeros(times.shape, dtype=int))
    every = [True] * len(ratios)
    return rank(
        samples,
        round_values(samples),
        rankable=every,
        margin=0.01,
        alpha=ALPHA / levels,
        replication=Replication(sequence),
    )


@pytest.mark.parametrize("arms", [4, 6])
@pytest.mark.parametrize("levels", [1, 2, 12])
def test_a_winner_takes_rounds_for_all_pairs_at_all_levels(arms: int, levels: int) -> None:
    enough = minimum_rounds(levels * arms * (arms - 1) // 2)
    ratios = [2.0, 2.0, 1.0, *[1.2] * (arms - 3)]
    assert ranked(ratios, enough - 1, levels=levels, uneven_baseline=True).winner is None
    assert ranked(ratios, enough, levels=levels, uneven_baseline=True).winner == 2


@pytest.mark.parametrize("arms", [4, 6])
@pytest.mark.parametrize("levels", [1, 2, 12])
def test_rows_that_tell_two_arms_apart_take_no_rounds_for_all_pairs(arms: int, levels: int) -> None:
    enough = minimum_rounds(levels * (arms - 1))
    ratios = [2.0, 2.0, 1.0, *[1.2] * (arms - 3)]
    assert ranked(ratios, enough - 1, levels=levels).winner is None
    found = ranked(ratios, enough, levels=levels)
    assert (found.winner, found.runner_up) == (2, 3)
    assert found.lead is not None and (found.lead.low, found.lead.high) == pytest.approx((1.2, 1.2))


def test_large_differences_rank_arms_by_fewer_rounds() -> None:
    for levels in (1, 12):
        assert ranked([2.0, 2.0, 1.0, 1.45], 5, levels=levels).top_group == [2, 3]
        found = ranked([2.0, 2.0, 1.0, 1.6], 5, levels=levels)
        assert (found.winner, found.runner_up) == (2, 3)
        assert found.lead is not None and found.lead.is_wide and found.lead.low == pytest.approx(1.6 / 1.5)
    assert ranked([2.0, 2.0, 1.0, 1.6], 3).winner is None
    assert ranked([2.0, 2.0, 1.0, 1.6], 5, sequence=True).winner is None


@pytest.mark.parametrize("arms", [3, 4, 6])
@pytest.mark.parametrize("levels", [1, 2, 12])
def test_beside_the_baseline_as_many_rounds_do_as_for_the_rows_of_the_table(arms: int, levels: int) -> None:
    enough = minimum_rounds(levels * (arms - 1))
    ratios = [1.0, 1.0, *[1.4] * (arms - 2)]
    assert ranked(ratios, enough - 1, levels=levels).winner is None
    assert ranked(ratios, enough, levels=levels).winner == 0


def test_who_is_slower_than_another_of_the_group_is_not_in_it() -> None:
    times = np.tile([1e6, 1e6, 0.99e6, 1.2e6], (12, 3, 1))
    times[::2, :, 2] *= 1.3  # cannot be told from anybody
    samples = LevelSamples(times, np.zeros(times.shape, dtype=int))
    assert rank(samples, round_values(samples), rankable=[True] * 4, margin=0.01).top_group == [0, 2]


def test_a_run_that_looks_often_takes_more_rounds_for_a_winner() -> None:
    assert ranked([1, 1, 1.5], 7).winner == 0
    assert [ranked([1, 1, 1.5], rounds, sequence=True).winner for rounds in (8, 9)] == [None, 0]


def test_of_several_that_are_worse_the_next_best_is_the_runner_up() -> None:
    found = ranked([2, 2, 1, 1.5, 3], 12)
    assert (found.top_group, found.winner, found.runner_up) == ([2], 2, 3)
    assert found.lead is not None and found.lead.center == pytest.approx(1.5)


def test_an_arm_that_failed_early_stays_in_the_top_group_and_is_never_its_first() -> None:
    assert ranked([1, 1, 0.5, 2], 24, failed={2: 3}).top_group == [0, 2]
    # So many rounds do for rule 7, but not for a run that looks often.
    assert ranked([1, 1, 0.5, 2], 24, failed={2: 8}).top_group == [2]
    assert ranked([1, 1, 0.5, 2], 24, failed={2: 8}, sequence=True).top_group == [0, 2]


def test_a_ranking_is_of_one_level_and_one_look_unless_something_else_is_asked_for() -> None:
    times = np.tile([1e6, 1e6, 1.5e6], (minimum_rounds(3), 3, 1))
    samples = LevelSamples(times, np.zeros(times.shape, dtype=int))
    assert rank(samples, round_values(samples), rankable=[True] * 3, margin=0.01).winner == 0


def test_a_run_that_looks_often_ranks_by_its_own_wider_intervals() -> None:
    times = np.tile([1e6, 1e6, 1.5e6], (12, 3, 1))
    times[0, :, 2] = 1e6  # in one of twelve rounds it is as quick
    samples = LevelSamples(times, np.zeros(times.shape, dtype=int))
    for sequence, top in ((False, [0]), (True, [0, 2])):
        found = rank(
            samples, round_values(samples), rankable=[True] * 3, margin=0.01, replication=Replication(sequence)
        )
        assert found.top_group == top


def test_an_arm_that_still_moves_leaves_only_if_it_is_as_much_farther_away() -> None:
    times = np.tile([1e6, 1e6, 1.5e6, 2e6], (12, 3, 1))
    samples = LevelSamples(times, np.zeros(times.shape, dtype=int))

    def top(moving: dict[int, float]) -> list[int]:
        every = [True] * 4
        return rank(samples, round_values(samples), rankable=every, margin=0.01, moving=moving).top_group

    assert (top({}), top({2: 0.3}), top({2: 0.5}), top({0: 0.5})) == ([0], [0], [0, 2], [0, 2])
    assert top({0: 0.2, 2: 0.3}) == [0, 2] and top({0: 0.5, 3: 0.5}) == [0, 2, 3]
