import sys

import numpy as np
import pytest
from pragmastat import center
from scipy.stats import theilslopes

from iotrial.stats import cautions
from iotrial.stats.interval import median_interval
from iotrial.stats.level import judge_level
from iotrial.stats.samples import LevelSamples

ROUNDS, BLOCKS, ARMS = 24, 11, 4


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(8)


@pytest.fixture
def logs(rng: np.random.Generator) -> np.ndarray:
    times: np.ndarray = np.log(1e6) + 0.005 * rng.standard_normal((ROUNDS, BLOCKS, ARMS))
    return times


@pytest.fixture
def slot(rng: np.random.Generator) -> np.ndarray:
    return rng.permuted(np.broadcast_to(np.arange(ARMS), (ROUNDS, BLOCKS, ARMS)).copy(), axis=2)


def found(logs: np.ndarray, slot: np.ndarray) -> list[dict[str, dict[str, float]]]:
    every = [True] * ARMS
    samples = LevelSamples(np.exp(logs), slot)
    judgement = judge_level(samples, margin=0.01, judged=every, may_be_equivalent=every, block_voids=0)
    assert judgement.arms[3].verdict is not None
    return [dict(arm.cautions) for arm in judgement.arms]


def test_a_quiet_level_has_none(logs: np.ndarray, slot: np.ndarray) -> None:
    assert found(logs, slot) == [{}, {}, {}, {}]


def test_drift_within_rounds_is_found_and_never_equivalent(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.linspace(0.02, -0.02, BLOCKS)
    assert found(logs, slot)[3]["drift"]["change"] == pytest.approx(-0.024, abs=0.005)
    every = [True] * ARMS
    samples = LevelSamples(np.exp(logs), slot)
    arm = judge_level(samples, margin=0.01, judged=every, may_be_equivalent=every, block_voids=0).arms[3]
    assert arm.verdict == "undecided"
    assert arm.low is not None and arm.low > 1 / 1.01  # it would have been equivalent
    assert arm.needed_rounds is None


def test_drift_that_all_arms_share_is_no_drift(logs: np.ndarray, slot: np.ndarray) -> None:
    assert found(logs + np.linspace(0.05, -0.05, BLOCKS)[:, None], slot) == [{}, {}, {}, {}]


def test_one_block_has_no_halves(logs: np.ndarray, slot: np.ndarray) -> None:
    assert cautions.drift(logs[:, :1] - logs[:, :1, :1], 0.05, 0.01) == [None] * ARMS


def test_an_arm_that_suffers_from_its_place_is_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 2] += np.where(slot[:, :, 2] == 0, 0.03, 0)
    cautioned = found(logs, slot)
    assert cautioned[2]["slot_effect"]["effect"] == pytest.approx(0.03, abs=0.01)
    assert cautioned[2]["slot_effect"]["p"] < 0.001
    assert "slot_effect" not in cautioned[3]


def test_rounds_that_follow_each_other_are_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.repeat([0.0, 0.02, 0.0, 0.02], ROUNDS // 4)[:, None]
    cautioned = found(logs, slot)[3]
    assert cautioned["autocorrelation"]["correlation"] > 0.5


def test_rounds_that_alternate_do_no_harm() -> None:
    assert cautions.autocorrelation(np.tile([0.0, 1.0], 12) + np.arange(24) * 1e-6, 1) is None


def test_a_trend_over_rounds_is_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.linspace(0, 0.05, ROUNDS)[:, None]
    cautioned = found(logs, slot)[3]
    assert cautioned["trend"]["change"] == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize("rounds", [299, 301, 3367])
def test_the_slope_of_many_rounds_is_that_of_few(rounds: int, rng: np.random.Generator) -> None:
    values = np.linspace(0, 0.05, rounds) + 0.002 * rng.standard_normal(rounds)
    cautioned = cautions.trend(values, 1, 0.01)
    assert cautioned is not None
    assert cautioned["change"] == pytest.approx(np.expm1(0.05), abs=0.002)


@pytest.mark.filterwarnings("error")
def test_more_samples_than_the_dip_test_takes_are_drawn_from(rng: np.random.Generator) -> None:
    rounds, blocks = 1000, 99
    ratios = 0.001 * rng.standard_normal((rounds, blocks)) + np.where(rng.random((rounds, blocks)) < 0.5, 0, 0.05)
    humps = cautions.two_humps(ratios, np.zeros(rounds), 1, 0.01)
    assert humps is not None
    assert humps == cautions.two_humps(ratios, np.zeros(rounds), 1, 0.01)


def test_lopsided_rounds_are_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.where(np.arange(ROUNDS) % 5 < 2, 0.08, 0)[:, None]  # two in five, never in a row of their own
    cautioned = found(logs, slot)[3]["skew"]
    assert cautioned["estimate"] > cautioned["median"] + 0.01


def test_the_estimate_is_that_of_hodges_and_lehmann(rng: np.random.Generator) -> None:
    for n in (1, 2, 7, 24, 299, 300, 301, 402, 700):
        values = rng.exponential(size=n)
        assert cautions.hodges_lehmann(values) == pytest.approx(float(center(values)))


def test_symmetric_rounds_are_not_called_lopsided(rng: np.random.Generator) -> None:
    cried = 0
    for _ in range(500):
        values = 0.05 * rng.standard_normal(24)
        interval = median_interval(values, 0.05 / 3)
        assert interval is not None
        cried += cautions.skew(values, interval, 0.01) is not None
    assert cried <= 15


def test_processes_of_two_kinds_are_found(logs: np.ndarray, slot: np.ndarray, rng: np.random.Generator) -> None:
    logs[:, :, 3] += 0.1 * rng.permuted(np.arange(ROUNDS) % 2)[:, None]
    cautioned = found(logs, slot)[3]["two_humps"]
    assert cautioned["between_rounds"] == 1
    assert cautioned["high"] / cautioned["low"] == pytest.approx(1.1, abs=0.02)
    assert cautioned["share_high"] == 0.5


def test_samples_of_two_kinds_are_found(logs: np.ndarray, slot: np.ndarray, rng: np.random.Generator) -> None:
    logs[:, :, 3] += 0.1 * (rng.random((ROUNDS, BLOCKS)) < 0.3)
    cautioned = found(logs, slot)[3]["two_humps"]
    assert cautioned["between_rounds"] == 0
    assert cautioned["share_high"] == pytest.approx(0.3, abs=0.1)


def test_without_diptest_there_is_no_caution(
    logs: np.ndarray, slot: np.ndarray, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs[:, :, 3] += 0.1 * rng.permuted(np.arange(ROUNDS) % 2)[:, None]
    monkeypatch.setitem(sys.modules, "diptest", None)
    assert "two_humps" not in found(logs, slot)[3]


def test_a_scripted_worker_without_any_noise_gets_no_caution(slot: np.ndarray) -> None:
    assert found(np.zeros((ROUNDS, BLOCKS, ARMS)), slot) == [{}, {}, {}, {}]


@pytest.mark.parametrize("shift", [10.0, -11.0])
def test_the_estimate_of_many_rounds_is_right_wherever_they_lie(shift: float, rng: np.random.Generator) -> None:
    values = shift + rng.random(301)
    assert cautions.hodges_lehmann(values) == pytest.approx(float(center(values)))


def test_the_slope_of_a_trend_is_that_of_theil_and_sen(rng: np.random.Generator) -> None:
    for rounds in (8, 9, 24):
        values = np.linspace(0, 1, rounds) + 0.1 * rng.standard_normal(rounds)
        cautioned = cautions.trend(values, 1, 0.01)
        assert cautioned is not None
        assert cautioned["change"] == pytest.approx(np.expm1(theilslopes(values)[0] * (rounds - 1)))
