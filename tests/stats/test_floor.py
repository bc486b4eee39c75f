"""Arms beside the least that the machine must do: the share, its interval, and who claims to be past it."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.stats.floor import round_shares, shares
from iotrial.stats.interval import Floats, median_interval
from iotrial.stats.replication import Replication

MARGIN = 0.01


def times(rng: np.random.Generator, ratios: list[float], rounds: int = 12, noise: float = 0.001) -> Floats:
    """(rounds, 5 blocks, as many as ratios), ns, each round and block with a drift of its own."""
    drift = np.exp(0.2 * rng.standard_normal((rounds, 5, 1)))
    made: Floats = 1e6 * np.array(ratios) * drift * np.exp(noise * rng.standard_normal((rounds, 5, len(ratios))))
    return made


def split(every: Floats, arms: int) -> tuple[Floats, Floats]:
    return every[:, :, :arms], every[:, :, arms:]


def test_the_share_is_the_floors_time_over_the_arms_whatever_drifts() -> None:
    arms, floors = split(times(np.random.default_rng(1), [2.0, 1.0, 0.5]), 2)
    found = shares(arms, floors, {0: [0], 1: [0]}, margin=MARGIN)
    assert found[0].share == pytest.approx(0.25, rel=0.01)
    assert found[1].share == pytest.approx(0.5, rel=0.01)
    assert not found[0].is_beyond and not found[1].is_beyond


def test_an_arm_that_is_faster_than_its_floor_is_beyond_and_one_within_the_margin_is_not() -> None:
    arms, floors = split(times(np.random.default_rng(2), [0.97, 0.995, 1.0], rounds=24), 2)
    found = shares(arms, floors, {0: [0], 1: [0]}, margin=MARGIN)
    assert found[0].is_beyond
    assert not found[1].is_beyond


def test_of_several_floors_the_fastest_counts_and_an_arm_must_be_past_all_of_them() -> None:
    arms, floors = split(times(np.random.default_rng(3), [0.9, 1.0, 0.8]), 1)
    found = shares(arms, floors, {0: [0, 1]}, margin=MARGIN)
    assert found[0].floor == 1
    assert found[0].share == pytest.approx(0.8 / 0.9, rel=0.01)
    assert not found[0].is_beyond
    assert shares(arms, floors, {0: [0]}, margin=MARGIN)[0].is_beyond


def test_the_interval_is_that_of_the_sign_test_corrected_for_every_pair() -> None:
    arms, floors = split(times(np.random.default_rng(4), [1.0, 1.0, 0.9, 0.9], noise=0.05), 2)
    found = shares(arms, floors, {0: [0, 1], 1: [0]}, margin=MARGIN)
    logs = median_interval(round_shares(arms[:, :, 1], floors[:, :, 0]), 0.05 / 3)
    assert logs is not None and found[1].interval == logs.as_ratio()


def test_too_few_rounds_give_a_share_without_an_interval_and_nobody_is_beyond() -> None:
    arms, floors = split(times(np.random.default_rng(5), [0.5, 1.0], rounds=3), 1)
    found = shares(arms, floors, {0: [0]}, margin=MARGIN)
    assert found[0].share == pytest.approx(2.0, rel=0.01)
    assert found[0].interval is None and not found[0].is_beyond


def test_rounds_without_a_floor_or_an_arm_do_not_count_and_an_arm_without_any_has_no_share() -> None:
    arms, floors = split(times(np.random.default_rng(6), [1.0, 1.0, 0.5]), 2)
    floors[:5] = np.nan
    arms[:, :, 1] = np.nan
    found = shares(arms, floors, {0: [0], 1: [0]}, margin=MARGIN)
    assert set(found) == {0}
    values = round_shares(arms[:, :, 0], floors[:, :, 0])
    assert np.isnan(values[:5]).all() and not np.isnan(values[5:]).any()


def test_arms_that_are_as_fast_as_their_floor_are_hardly_ever_called_faster() -> None:
    rng = np.random.default_rng(7)
    beyond = 0
    for _ in range(300):
        process = np.exp(0.01 * rng.standard_normal((12, 1, 4)))  # each process has an offset of its own
        arms, floors = split(times(rng, [1.0, 1.0, 1.0, 1.0], noise=0.03) * process, 3)
        found = shares(arms, floors, {0: [0], 1: [0], 2: [0]}, margin=MARGIN)
        beyond += any(share.is_beyond for share in found.values())
    assert beyond <= 3  # under 1 % of levels; the margin does most of it


def test_a_run_that_looks_often_has_a_wider_interval() -> None:
    arms, floors = split(times(np.random.default_rng(8), [1.0, 0.9], rounds=24, noise=0.05), 1)
    plain, often = (
        shares(arms, floors, {0: [0]}, margin=MARGIN, replication=Replication(sequence))[0].interval
        for sequence in (False, True)
    )
    assert plain is not None and often is not None
    assert often.low < plain.low < plain.high < often.high
