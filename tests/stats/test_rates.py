"""The promises of the statistics under noise with a known truth, and the page that prints them."""

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from iotrial.stats.interval import ALPHA, order_rank
from iotrial.stats.level_samples import round_values
from stats.chance import Trials, few_or_all
from stats.rates import (
    ARMS,
    BLOCKS,
    DIFFERENCE,
    MARGIN,
    ROUNDS,
    TRIALS,
    WOLF_TRIALS,
    Rates,
    cried_wolf,
    judged_plainly,
    rates,
)
from stats.simulated import SCENARIOS, simulate

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"

CASES = list(itertools.product(SCENARIOS, ARMS, ROUNDS))


#: How many trials there were of each case, and what came of them.
Found = tuple[Trials, dict[tuple[str, int, int], Rates]]


@pytest.fixture(scope="module", params=few_or_all(TRIALS))
def found(request: pytest.FixtureRequest) -> Found:
    trials: Trials = request.param
    return trials, {case: rates(*case, trials=trials.count) for case in CASES}


def wrong(found: Found, of: Callable[[Rates], float], most: float) -> dict[tuple[str, int, int], float]:
    """The cases in which more trials go wrong than this share may, and the share of all trials if that is more."""
    trials, by_case = found
    shares = {case: of(one) for case, one in by_case.items()}
    every, mean = Trials(trials.count * len(shares)), float(np.mean(list(shares.values())))
    shares = {case: share for case, share in shares.items() if trials.too_many(share, most)}
    return {**shares, ("every kind of noise", 0, 0): mean} if every.too_many(mean, most) else shares


def test_false_verdicts_are_at_most_one_in_200(found: Found) -> None:
    assert wrong(found, lambda one: one.false_verdicts, 0.005) == {}
    # Samples that are taken for replications, which rule 1 forbids, make a quarter of the verdicts false.
    assert found[0].power(0.005, 0.24) > 0.999


def test_simultaneous_intervals_hold_their_truths(found: Found) -> None:
    assert wrong(found, lambda one: 1 - one.coverage, 0.06) == {}
    # Of nine arms whose intervals are not corrected for each other, one misses in 25 % of levels.
    assert found[0].power(0.06, 0.25) > 0.999


def test_equality_is_not_claimed_for_twice_the_margin(found: Found) -> None:
    assert wrong(found, lambda one: one.false_equality, 0.005) == {}


def test_a_sound_level_is_hardly_ever_thrown_away(found: Found) -> None:
    assert wrong(found, lambda one: one.invalid, 0.005) == {}


def test_the_page_prints_the_rates_that_the_code_has(found: Found) -> None:
    trials, by_case = found
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in PAGE.read_text().splitlines()]
    printed = {(row[0], int(row[1]), int(row[2])): row[3:] for row in rows if len(row) == 8 and row[1].isdigit()}
    assert set(printed) == set(CASES)
    faults = []
    for case, r in by_case.items():
        figures = [float(cell.rstrip("%")) / 100 for cell in printed[case]]
        ours = [r.false_verdicts, r.coverage, r.false_equality, r.found, r.invalid]
        if any(abs(ours[at] - share) > trials.leeway(share) for at, share in enumerate(figures)):
            faults.append(f"{case}: {ours}, not {figures}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_judge_level_has_the_intervals_that_the_rates_were_counted_with(scenario: str) -> None:
    rng = np.random.default_rng(7)
    samples = simulate(scenario, rng, rounds=12, blocks=BLOCKS, true_ratios=[1, 1, 1, DIFFERENCE])
    ordered = np.exp(np.sort(round_values(samples), axis=0))
    for number, arm in enumerate(judged_plainly(samples)[1:], 1):
        rank = order_rank(12, ALPHA if number == 1 else ALPHA / 3)
        assert (arm.low, arm.high) == pytest.approx((ordered[rank - 1, number], ordered[-rank, number]))


#: Some noise is what a caution is about.
JUSTIFIED = {("neighbour", "two_humps"), ("slot effect", "slot_effect")}


@pytest.mark.parametrize("trials", few_or_all(WOLF_TRIALS))
def test_cautions_rarely_cry_wolf(trials: Trials) -> None:
    shares = {
        (scenario, code): share
        for scenario in SCENARIOS
        for code, share in cried_wolf(scenario, trials.count).items()
        if (scenario, code) not in JUSTIFIED
    }
    every = Trials(trials.count * len(SCENARIOS))
    for code in {code for _, code in shares}:
        # The placebo's own interval misses 1 in up to one level of 20, by its definition.
        allowed = 0.06 if code == "placebo_excludes_one" else 0.02
        found = {scenario: share for (scenario, one), share in shares.items() if one == code}
        assert {scenario: share for scenario, share in found.items() if trials.too_many(share, allowed)} == {}, code
        assert not every.too_many(sum(found.values()) / len(SCENARIOS), allowed), code
    assert every.power(0.02, 0.12) > 0.98  # of a caution that comes up in one level of eight


def test_the_noise_is_harsh_enough_to_fail_pooled_samples() -> None:
    # The same interval over all samples at once, as if each were a replication: rule 7 forbids it.
    rng = np.random.default_rng(9)
    held = 0
    for _ in range(200):
        samples = simulate("processes", rng, rounds=12, blocks=BLOCKS, true_ratios=[1, 1])
        ratios = np.sort(np.log(samples.time_ns[:, :, 1] / samples.time_ns[:, :, 0]).ravel())
        rank = order_rank(len(ratios), ALPHA)
        held += ratios[rank - 1] <= 0 <= ratios[-rank]
    assert held / 200 < 0.76  # at least 24 % false, as rule 1 says


def test_the_margin_of_the_page_is_the_default() -> None:
    assert MARGIN == 0.01
