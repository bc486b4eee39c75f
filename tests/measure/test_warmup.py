"""The warm-up of a level: as long as its slowest arm needs, and no verdict for an arm that never settles (rule 1)."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.measure.warmup import PILOT_BLOCKS, is_settled, warm_up

MARGIN = 0.01


def flat(blocks: int, seed: int, noise: float = 0.003) -> list[float]:
    return list(1e6 * np.exp(noise * np.random.default_rng(seed).standard_normal(blocks)))


def stepped(blocks: int, step: int, seed: int) -> list[float]:
    return [time * (1.4 if number < step else 1.0) for number, time in enumerate(flat(blocks, seed))]


def falling(blocks: int, seed: int) -> list[float]:
    return [time * float(np.exp(-0.5 * number / blocks)) for number, time in enumerate(flat(blocks, seed))]


def test_the_slowest_arm_decides_for_all_and_not_the_median_one() -> None:
    times = {0: flat(30, 1), 1: flat(30, 2), 2: flat(30, 3), 3: stepped(30, 12, 4)}
    found = warm_up(times, MARGIN, most_blocks=40)
    assert (found.blocks, found.moving, found.is_known) == (12, frozenset(), True)
    assert is_settled(times, MARGIN)


def test_an_arm_that_never_settles_is_named_and_does_not_hold_up_the_others() -> None:
    times = {0: flat(30, 1), 1: flat(30, 2), 2: stepped(30, 3, 3), 3: falling(30, 4)}
    found = warm_up(times, MARGIN, most_blocks=40)
    assert found.moving == {3} and found.blocks == 3
    assert not is_settled(times, MARGIN)


def test_an_arm_that_needs_more_than_the_budget_allows_is_moving() -> None:
    times = {0: flat(30, 1), 1: flat(30, 2), 2: flat(30, 3), 3: stepped(30, 12, 4)}
    assert warm_up(times, MARGIN, most_blocks=11).moving == {3}


def test_what_disturbs_all_arms_alike_is_nobodys_trend() -> None:
    """A neighbour comes in the middle of the pilot and stays: every arm is slower, and no ratio changes."""
    shift = np.where(np.arange(30) < 26, 1.0, 1.6)
    times = {index: list(np.array(flat(30, index)) * shift) for index in range(5)}
    assert warm_up(times, MARGIN, most_blocks=40).moving == frozenset()


def test_a_short_pilot_leaves_out_what_some_arm_needs_and_names_nobody() -> None:
    settled = {index: [1.0, 1.0, 1.0, 1.0] for index in range(3)}
    assert warm_up(settled, MARGIN, 40).blocks == 0
    assert warm_up({**settled, 3: [1.5, 1.0, 1.0, 1.0]}, MARGIN, 40).blocks == 1
    assert warm_up({**settled, 3: [1.5, 1.2, 1.0, 1.0]}, MARGIN, 40).blocks == 2
    found = warm_up({**settled, 3: [1.8, 1.5, 1.2, 1.0]}, MARGIN, 40)
    assert (found.moving, found.is_known) == (frozenset(), False)
    assert not is_settled(settled, MARGIN) and len(settled[0]) == PILOT_BLOCKS
    assert warm_up({0: [1.0]}, MARGIN, 40).blocks == 0
    assert warm_up({}, MARGIN, 40).blocks == 1
    assert warm_up({0: [1.0, 1.0, 1.0], 1: [1.5, 1.0]}, MARGIN, 40).blocks == 0  # an arm that failed does not count


def test_a_short_noisy_pilot_does_not_take_noise_for_a_trend() -> None:
    noisy = {index: flat(4, index, noise=0.05) for index in range(9)}
    assert warm_up(noisy, MARGIN, 40).blocks < 3


@pytest.mark.parametrize(
    ("trials", "most_blocks", "most_moving"), [(40, 6, 3), pytest.param(100, 10, 5, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("arms", "blocks"), [(4, 8), (8, 8), (14, 8), (8, 20)])
def test_arms_without_a_trend_hardly_ever_show_one_between_them(
    arms: int, blocks: int, trials: int, most_blocks: int, most_moving: int
) -> None:
    """Fewer trials have wider bounds."""
    found = [
        warm_up({index: flat(blocks, 1000 * trial + index, 0.02) for index in range(arms)}, MARGIN, 40)
        for trial in range(trials)
    ]
    assert sum(one.blocks > 0 for one in found) <= most_blocks
    assert sum(bool(one.moving) for one in found) <= most_moving


@pytest.mark.parametrize("blocks", [8, 20])
def test_one_of_many_noisy_arms_that_warms_up_is_still_seen(blocks: int) -> None:
    """Its first blocks are a third longer than the last, and each block is 2 % off."""
    falls = 0.3 * np.exp(-np.arange(blocks) / 3)
    found = []
    for trial in range(50):
        times = {index: flat(blocks, 1000 * trial + index, 0.02) for index in range(8)}
        times[3] = [time * float(np.exp(more)) for time, more in zip(times[3], falls, strict=True)]
        found.append(warm_up(times, MARGIN, 40))
    assert sum(one.blocks >= 2 or 3 in one.moving for one in found) >= 45
