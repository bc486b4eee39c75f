import sys

import numpy as np
import pytest
from pragmastat import center
from scipy.stats import chi2, theilslopes

from iotrial.stats import doubts
from iotrial.stats.interval import Interval, median_interval
from iotrial.stats.judge_level import judge_level
from iotrial.stats.level_samples import LevelSamples

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
    assert doubts.drift(logs[:, :1] - logs[:, :1, :1], 0.05, 0.01) == [None] * ARMS


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
    assert doubts.autocorrelation(np.tile([0.0, 1.0], 12) + np.arange(24) * 1e-6, 1) is None


def test_a_trend_over_rounds_is_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.linspace(0, 0.05, ROUNDS)[:, None]
    cautioned = found(logs, slot)[3]
    assert cautioned["trend"]["change"] == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize("rounds", [299, 301, 3367])
def test_the_slope_of_many_rounds_is_that_of_few(rounds: int, rng: np.random.Generator) -> None:
    values = np.linspace(0, 0.05, rounds) + 0.002 * rng.standard_normal(rounds)
    cautioned = doubts.trend(values, 1, 0.01)
    assert cautioned is not None
    assert cautioned["change"] == pytest.approx(np.expm1(0.05), abs=0.002)


@pytest.mark.filterwarnings("error")
def test_more_samples_than_the_dip_test_takes_are_drawn_from(rng: np.random.Generator) -> None:
    rounds, blocks = 1000, 99
    ratios = 0.001 * rng.standard_normal((rounds, blocks)) + np.where(rng.random((rounds, blocks)) < 0.5, 0, 0.05)
    humps = doubts.two_humps(ratios, np.zeros(rounds), 1, 0.01)
    assert humps is not None
    assert humps == doubts.two_humps(ratios, np.zeros(rounds), 1, 0.01)


def test_lopsided_rounds_are_found(logs: np.ndarray, slot: np.ndarray) -> None:
    logs[:, :, 3] += np.where(np.arange(ROUNDS) % 5 < 2, 0.08, 0)[:, None]  # two in five, never in a row of their own
    cautioned = found(logs, slot)[3]["skew"]
    assert cautioned["estimate"] > cautioned["median"] + 0.01


def test_the_estimate_is_that_of_hodges_and_lehmann(rng: np.random.Generator) -> None:
    for n in (1, 2, 7, 24, 299, 300, 301, 402, 700):
        values = rng.exponential(size=n)
        assert doubts.hodges_lehmann(values) == pytest.approx(float(center(values)))


def test_symmetric_rounds_are_not_called_lopsided(rng: np.random.Generator) -> None:
    cried = 0
    for _ in range(500):
        values = 0.05 * rng.standard_normal(24)
        interval = median_interval(values, 0.05 / 3)
        assert interval is not None
        cried += doubts.skew(values, interval, 0.01) is not None
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
    assert doubts.hodges_lehmann(values) == pytest.approx(float(center(values)))


def test_the_slope_of_a_trend_is_that_of_theil_and_sen(rng: np.random.Generator) -> None:
    for rounds in (8, 9, 24):
        values = np.linspace(0, 1, rounds) + 0.1 * rng.standard_normal(rounds)
        cautioned = doubts.trend(values, 1, 0.01)
        assert cautioned is not None
        assert cautioned["change"] == pytest.approx(np.expm1(theilslopes(values)[0] * (rounds - 1)))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_few_wild_samples_count_for_a_place_as_four_deviations_and_no_more(sign: int) -> None:
    rest = sign * np.array([0, 0.03, 0.03, 0.5, 0.05, 0.05, 0.05])  # its median is 0.05, its robust deviation 0.029652
    rounds = 6
    logs = np.zeros((rounds, 7, 5))
    logs[:, 4:] = -sign * 0.06  # what the arms have in common
    logs[:, :, 4] += rest
    slot = np.ones(logs.shape, dtype=int)
    slot[:, 3, 4] = 0
    found = doubts.slot_effect(LevelSamples(np.exp(logs), slot), 0.01)
    cut = np.clip(rest, -4 * 0.029652, 4 * 0.029652)
    around = cut - cut.mean()
    first, others = around[3], np.delete(around, 3).mean()
    assert found[:4] == [None] * 4 and found[4] is not None
    assert found[4]["effect"] == pytest.approx(np.expm1(abs(first - others)))
    between, whole = rounds * (first**2 + 6 * others**2), rounds * (around**2).sum()
    assert found[4]["p"] == pytest.approx(chi2.sf((7 * rounds - rounds) * between / whole, 1))
    assert doubts.slot_effect(LevelSamples(np.exp(logs), slot), found[4]["effect"])[4] is None  # just the margin


def placed(blocks: list[float], rounds: int = 6, arms: int = 5) -> LevelSamples:
    """Arms without noise, of which the last takes this much longer in these blocks, and is first in the first."""
    logs = np.zeros((rounds, len(blocks), arms))
    logs[:, :, -1] = blocks
    slot = np.ones(logs.shape, dtype=int)
    slot[:, 0, -1] = 0
    return LevelSamples(np.exp(logs), slot)


def test_where_most_samples_are_alike_the_others_count_in_full() -> None:
    found = doubts.slot_effect(placed([0.05, 0, 0, 0, 0]), 0.01)
    assert found[4] is not None and found[4]["effect"] == pytest.approx(np.expm1(0.05))


def test_two_blocks_of_each_round_say_nothing_of_places() -> None:
    assert doubts.slot_effect(placed([0.1, 0]), 0.01)[4] is None
    assert doubts.slot_effect(placed([0.1, 0, 0]), 0.01)[4] is not None


def halves(first: float, second: float, rounds: int = 8) -> np.ndarray:
    """Log ratios of one arm: two blocks around the first figure, one that belongs to neither half, two blocks more."""
    blocks = [first - 0.01, first + 0.01, 9.0, second - 0.03, second + 0.03]
    made: np.ndarray = np.tile(np.array(blocks)[None, :, None], (rounds, 1, 1))
    return made


@pytest.mark.parametrize(("second", "margin", "drifts"), [(0.05, 0.05, True), (-0.05, 0.05, True), (0.05, 0.06, False)])
def test_drift_is_what_lies_between_the_halves_beyond_the_margin(second: float, margin: float, drifts: bool) -> None:
    (found,) = doubts.drift(halves(0.2, 0.2 + second), 0.05, margin)
    assert found == (pytest.approx({"change": np.expm1(second)}) if drifts else None)


@pytest.mark.parametrize(("one", "drifts"), [(0.01, True), (0.0, False), (-0.01, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_drift_is_none_if_a_round_of_eight_shows_none(one: float, drifts: bool, sign: int) -> None:
    ratios = halves(0.0, sign * 0.05)
    ratios[0] = halves(0.0, sign * one)[0]
    assert (doubts.drift(ratios, 0.05, 0.01)[0] is not None) is drifts


def test_too_few_rounds_show_no_drift() -> None:
    assert doubts.drift(halves(0.0, 0.05, rounds=5), 0.05, 0.01) == [None]


def test_rounds_that_follow_each_other_take_eight_rounds_and_a_share_for_each_arm() -> None:
    """Ranks 1 to 8: von Neumann's ratio is 7 / 42 with a variance of 0.4014, and Φ(-2.894) = 0.0019."""
    for comparisons in (1, 5):
        found = doubts.autocorrelation(np.arange(8.0), comparisons)
        assert found == pytest.approx({"correlation": 26.25 / 42, "p": 0.00190283}, rel=1e-5)
    assert doubts.autocorrelation(np.arange(8.0), 6) is None
    assert doubts.autocorrelation(np.arange(7.0), 1) is None
    assert doubts.autocorrelation(np.ones(8), 1) is None


@pytest.mark.parametrize("sign", [1, -1])
def test_a_trend_takes_eight_rounds_the_margin_and_a_share_for_each_arm(sign: int) -> None:
    """Of the 8! orders two are as far from none as this one."""
    rising = sign * 0.01 * np.arange(8.0)
    change = np.expm1(sign * 0.07)
    for comparisons in (1, 201):
        found = doubts.trend(rising, comparisons, 0.07)
        assert found == pytest.approx({"change": change, "p": 2 / 40320})
    assert doubts.trend(rising, 202, 0.07) is None
    assert doubts.trend(rising, 1, 0.08) is None
    assert doubts.trend(rising[:7], 1, 0.01) is None


def test_rounds_are_lopsided_if_they_are_so_by_the_margin_and_a_quarter_of_the_interval() -> None:
    values = np.array([0.5])
    found = doubts.skew(values, Interval(0.25, 0.0, 0.9), 0.2)
    assert found == pytest.approx({"estimate": np.exp(0.5), "median": np.exp(0.25)})
    assert doubts.skew(values, Interval(0.25, -0.1, 0.9), 0.2) is None  # a quarter, and no more
    assert doubts.skew(values, Interval(0.25, 0.0, 0.9), 0.3) is None
    assert doubts.skew(-values, Interval(-0.25, -0.9, 0.0), 0.2) is not None


def test_two_kinds_take_eight_values_the_margin_and_half_a_share_for_each_arm() -> None:
    """The dip test gives five of one kind and three of another 0.00188."""
    values = np.repeat([0.2, 0.3], [5, 3])
    for comparisons in (1, 2):
        found = doubts.two_humps(values[:, None], values, comparisons, 0.1)
        assert found is not None
        assert (found["low"], found["high"]) == pytest.approx((np.exp(0.2), np.exp(0.3)))
        assert (found["share_high"], found["between_rounds"]) == (3 / 8, 1)
        assert found["p"] == pytest.approx(0.001875, rel=0.01)
    assert doubts.two_humps(values[:, None], values, 3, 0.1) is None
    assert doubts.two_humps(values[:, None], values, 1, 0.11) is None
    few = np.repeat([0.2, 0.3], [4, 3])
    assert doubts.two_humps(few[:, None], few, 1, 0.1) is None


def test_samples_of_two_kinds_are_told_around_the_usual_round() -> None:
    values = np.array([0.2, np.nan, 0.2])
    ratios = np.array([[0.2] * 3 + [0.3] * 2, [np.nan] * 5, [0.2] * 2 + [0.3, np.nan, np.nan]])
    found = doubts.two_humps(ratios, values, 2, 0.1)
    assert found is not None
    assert (found["low"], found["high"]) == pytest.approx((np.exp(0.2), np.exp(0.3)))
    assert (found["share_high"], found["between_rounds"]) == (3 / 8, 0)
    assert doubts.two_humps(ratios, values, 3, 0.1) is None


@pytest.mark.parametrize("counts", [(12, 8, 6), (6, 8, 12), (14, 5, 9), (9, 5, 14), (9, 9, 9)])
@pytest.mark.parametrize("places", [(0.0, 0.2, 0.3), (0.0, 0.1, 0.3), (0.0, 0.15, 0.32)])
def test_two_kinds_are_parted_where_they_are_most_alike_within(
    counts: tuple[int, ...], places: tuple[float, ...]
) -> None:
    values = np.repeat(places, counts)
    within = [values[:cut].var() * cut + values[cut:].var() * (len(values) - cut) for cut in range(1, len(values))]
    cut = int(np.argmin(within)) + 1
    found = doubts.two_humps(values[:, None], values, 1, 0.01)
    assert found is not None
    assert found["share_high"] == (len(values) - cut) / len(values)
    parts = (np.median(values[:cut]), np.median(values[cut:]))
    assert (found["low"], found["high"]) == pytest.approx(tuple(np.exp(parts)))


def test_a_place_that_came_up_once_counts_too() -> None:
    logs = np.zeros((6, 5, 5))
    logs[0, 0, 4] = 0.5
    slot = np.ones(logs.shape, dtype=int)
    slot[0, 0, 4] = 0
    found = doubts.slot_effect(LevelSamples(np.exp(logs), slot), 0.01)[4]
    assert found is not None and found["effect"] == pytest.approx(np.expm1(0.5))


def test_drift_is_corrected_for_all_arms_of_a_level() -> None:
    for rounds, is_found in ((6, False), (7, True)):  # of two comparisons; one alone would take six
        logs = np.zeros((rounds, 4, 3))
        logs[:, 2:, 2] = 0.1
        every = [True] * 3
        samples = LevelSamples(np.exp(logs), np.zeros(logs.shape, dtype=int))
        judgement = judge_level(samples, margin=0.01, judged=every, may_be_equivalent=every, block_voids=0)
        assert ("drift" in dict(judgement.arms[2].cautions)) is is_found


def test_processes_that_differ_are_no_effect_of_a_place(rng: np.random.Generator) -> None:
    samples = placed([0.05, 0, 0, 0, 0])
    offsets = np.exp(rng.standard_normal((6, 1, 5)))
    found = doubts.slot_effect(LevelSamples(samples.time_ns * offsets, samples.slot), 0.01)
    assert found[:4] == [None] * 4
    assert found[4] is not None and found[4]["effect"] == pytest.approx(np.expm1(0.05))


def test_no_sample_is_drawn_twice() -> None:
    assert len(np.unique(doubts._drawn(np.arange(72_001.0)))) == 72_000
