"""Arms beside the least time that was seen for their work: the share, its interval, and who beats the references."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.stats.floor import ITSELF, Candidates, round_shares, shares
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


def alone(*arms: int, references: tuple[int, ...] = (0,)) -> dict[int, Candidates]:
    """Arms that are held against references only."""
    return {arm: Candidates(references) for arm in arms}


def test_the_share_is_the_floors_time_over_the_arms_whatever_drifts() -> None:
    arms, floors = split(times(np.random.default_rng(1), [2.0, 1.0, 0.5]), 2)
    found, beaten = shares(arms, floors, alone(0, 1), margin=MARGIN)
    assert found[0].share == pytest.approx(0.25, rel=0.01)
    assert found[1].share == pytest.approx(0.5, rel=0.01)
    assert (found[0].reference, found[0].arm) == (0, None)
    assert beaten == []


def test_an_arm_that_is_faster_than_its_reference_beats_it_and_one_within_the_margin_does_not() -> None:
    arms, floors = split(times(np.random.default_rng(2), [0.97, 0.995, 1.0], rounds=24), 2)
    found, beaten = shares(arms, floors, alone(0, 1), margin=MARGIN)
    assert [(one.arm, one.reference) for one in beaten] == [(0, 0)]
    assert 1.01 < beaten[0].interval.low < 1 / 0.97 < beaten[0].interval.high
    assert [(one.arm, one.share, one.interval) for one in found.values()] == [(0, 1.0, ITSELF), (1, 1.0, ITSELF)]


def test_of_several_references_the_fastest_counts_and_an_arm_must_beat_all_of_them() -> None:
    arms, floors = split(times(np.random.default_rng(3), [0.9, 1.0, 0.8]), 1)
    found, beaten = shares(arms, floors, alone(0, references=(0, 1)), margin=MARGIN)
    assert found[0].reference == 1 and beaten == []
    assert found[0].share == pytest.approx(0.8 / 0.9, rel=0.01)
    assert len(shares(arms, floors, alone(0), margin=MARGIN)[1]) == 1


def test_the_fastest_arm_is_the_floor_of_all_and_no_share_is_above_one() -> None:
    arms, floors = split(times(np.random.default_rng(9), [1.0, 0.5, 0.6, 0.8]), 3)
    candidates = {arm: Candidates([0], [other for other in range(3) if other != arm]) for arm in range(3)}
    found, beaten = shares(arms, floors, candidates, margin=MARGIN)
    assert {arm: share.arm for arm, share in found.items()} == {0: 1, 1: 1, 2: 1}
    assert [found[arm].share for arm in range(3)] == pytest.approx([0.5, 1.0, 0.5 / 0.6], rel=0.01)
    assert found[1].interval == ITSELF and all(share.share <= 1 for share in found.values())
    assert {one.arm for one in beaten} == {1, 2}  # both are quicker than the reference


def test_an_arm_that_is_slower_than_the_reference_is_nobodys_floor() -> None:
    arms, floors = split(times(np.random.default_rng(10), [1.0, 0.9, 0.8]), 2)
    found, _ = shares(arms, floors, {0: Candidates([0], [1]), 1: Candidates([0], [0])}, margin=MARGIN)
    assert [(one.reference, one.arm) for one in found.values()] == [(0, None), (0, None)]


def test_the_interval_is_that_of_the_sign_test_corrected_for_every_pair() -> None:
    arms, floors = split(times(np.random.default_rng(4), [1.0, 1.0, 0.9, 0.9], noise=0.05), 2)
    found, _ = shares(arms, floors, {0: Candidates([0, 1]), 1: Candidates([0], [0])}, margin=MARGIN)
    logs = median_interval(round_shares(arms[:, :, 1], floors[:, :, 0]), 0.05 / 4)
    assert logs is not None and found[1].interval == logs.as_ratio()


def test_too_few_rounds_give_a_share_without_an_interval_and_nothing_is_beaten() -> None:
    arms, floors = split(times(np.random.default_rng(5), [1.0, 0.5, 0.9], rounds=3), 2)
    found, beaten = shares(arms, floors, alone(0, 1), margin=MARGIN)
    assert found[0].share == pytest.approx(0.9, rel=0.01) and found[0].interval is None
    assert beaten == [] and found[1].share == 1.0


def test_rounds_without_a_floor_or_an_arm_do_not_count_and_an_arm_without_any_has_no_share() -> None:
    arms, floors = split(times(np.random.default_rng(6), [1.0, 1.0, 0.5]), 2)
    floors[:5] = np.nan
    arms[:, :, 1] = np.nan
    found, _ = shares(arms, floors, {0: Candidates([0], [1]), 1: Candidates([0], [0])}, margin=MARGIN)
    assert set(found) == {0}
    values = round_shares(arms[:, :, 0], floors[:, :, 0])
    assert np.isnan(values[:5]).all() and not np.isnan(values[5:]).any()


def test_an_arm_without_a_reference_has_no_share_however_fast_another_is() -> None:
    arms, floors = split(times(np.random.default_rng(11), [1.0, 0.5, 0.8]), 2)
    assert shares(arms, floors, {0: Candidates([], [1])}, margin=MARGIN) == ({}, [])


def test_references_that_do_the_least_are_hardly_ever_called_beaten() -> None:
    rng = np.random.default_rng(7)
    beaten = 0
    for _ in range(300):
        process = np.exp(0.01 * rng.standard_normal((12, 1, 4)))  # each process has an offset of its own
        arms, floors = split(times(rng, [1.0, 1.0, 1.0, 1.0], noise=0.03) * process, 3)
        beaten += bool(shares(arms, floors, alone(0, 1, 2), margin=MARGIN)[1])
    assert beaten <= 3  # under 1 % of levels; the margin does most of it


def test_a_run_that_looks_often_has_a_wider_interval() -> None:
    arms, floors = split(times(np.random.default_rng(8), [1.0, 0.9], rounds=24, noise=0.05), 1)
    plain, often = (
        shares(arms, floors, alone(0), margin=MARGIN, replication=Replication(sequence))[0][0].interval
        for sequence in (False, True)
    )
    assert plain is not None and often is not None
    assert often.low < plain.low < plain.high < often.high
