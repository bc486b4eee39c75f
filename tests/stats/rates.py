"""Simulations of how often the statistics are wrong; run as a program it prints the tables of docs/statistics.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from iotrial.stats.interval import ALPHA, order_rank
from iotrial.stats.judge_level import ArmJudgement, judge_level
from iotrial.stats.level_samples import LevelSamples, round_values
from iotrial.stats.sequence import sequence_rank

if __name__ == "__main__":  # as a program, its neighbours are not on the path
    sys.path.insert(0, str(Path(__file__).parents[1]))

from stats import claimed, gated, shared_cpu
from stats.simulated import SCENARIOS, simulate
from stats.verdicts import verdicts

MARGIN = 0.01
TRIALS = 4000
BLOCKS = 7
ARMS = (4, 10)
ROUNDS = (12, 24)
#: The last arm differs by twice the margin; all others are the baseline once more.
DIFFERENCE = 1 + 2 * MARGIN

PEEK_TRIALS = 2000
PEEK_ROUNDS = 60

WOLF_TRIALS = 200
WOLF_SHAPE = (24, 11, 4)


@dataclass(frozen=True)
class Rates:
    """Shares of trials: a false verdict on an equal arm; all intervals hold their truth; the different arm is called
    equivalent, or the wrong way round, or found; the placebo makes the level invalid."""

    false_verdicts: float
    coverage: float
    false_equality: float
    found: float
    invalid: float


def rates(scenario: str, arms: int, rounds: int, trials: int = TRIALS) -> Rates:
    """The rates of one kind of noise, by the round values and ranks that judge_level uses (a test compares them)."""
    rng = np.random.default_rng([list(SCENARIOS).index(scenario), arms, rounds])
    truth = [1.0] * (arms - 1) + [DIFFERENCE]
    samples = simulate(scenario, rng, rounds=trials * rounds, blocks=BLOCKS, true_ratios=truth)
    values = np.sort(round_values(samples).reshape(trials, rounds, arms), axis=1)
    rank, placebo_rank = order_rank(rounds, ALPHA / (arms - 1)), order_rank(rounds, ALPHA)
    low, high = np.exp(values[:, rank - 1, 1:]), np.exp(values[:, -rank, 1:])
    placebo = np.exp(values[:, [placebo_rank - 1, -placebo_rank], 1])
    told = verdicts(low, high, MARGIN)
    holds = (low <= np.array(truth[1:])) & (np.array(truth[1:]) <= high)
    wrong = np.isin(told[:, :-1], ["faster", "slower"]).any(axis=1) | (told[:, -1] == "faster")
    invalid = np.isin(verdicts(placebo[:, 0], placebo[:, 1], MARGIN), ["faster", "slower"])
    return Rates(
        float(wrong.mean()),
        float(holds.all(axis=1).mean()),
        float((told[:, -1] == "equivalent").mean()),
        float((told[:, -1] == "slower").mean()),
        float(invalid.mean()),
    )


def peeking(comparisons: int = 3) -> dict[str, float]:
    """Share of trials in which some arm of `comparisons` equal ones is told from 1 at some look of PEEK_ROUNDS."""
    rng = np.random.default_rng(10)
    values = rng.standard_normal((PEEK_TRIALS, PEEK_ROUNDS, comparisons))
    below = (values < 0).cumsum(axis=1)
    found = {}
    for name, rank_of in (("ordinary intervals", order_rank), ("sequence", sequence_rank)):
        ranks = np.array([rank_of(n, ALPHA / comparisons) for n in range(1, PEEK_ROUNDS + 1)])[None, :, None]
        looks = np.arange(1, PEEK_ROUNDS + 1)[None, :, None]
        # x(k) > 0 when fewer than k values lie below 0, and the mirror image.
        excluded = (below < ranks) | (looks - below < ranks)
        found[name] = float(excluded.any(axis=(1, 2)).mean())
    return found


def cried_wolf(scenario: str, trials: int = WOLF_TRIALS) -> dict[str, float]:
    """Share of levels of equal arms in which each caution came up."""
    rounds, blocks, arms = WOLF_SHAPE
    rng = np.random.default_rng([20, list(SCENARIOS).index(scenario)])
    counts: dict[str, int] = {}
    for _ in range(trials):
        samples = simulate(scenario, rng, rounds=rounds, blocks=blocks, true_ratios=[1.0] * arms)
        for code in {code for arm in judged_plainly(samples) for code, _ in arm.cautions}:
            counts[code] = counts.get(code, 0) + 1
    return {code: count / trials for code, count in sorted(counts.items())}


def judged_plainly(samples: LevelSamples) -> list[ArmJudgement]:
    """The judgements of the arms, with nothing void and nothing barred."""
    every = [True] * samples.arms
    return judge_level(samples, margin=MARGIN, judged=every, may_be_equivalent=every, block_voids=0.0).arms


def tables() -> Iterator[str]:
    """The lines of the tables."""
    yield "| noise | K | rounds | false verdicts | coverage | called equal | +2 % found | placebo invalid |"
    yield "|---|---|---|---|---|---|---|---|"
    for scenario in SCENARIOS:
        for arms in ARMS:
            for rounds in ROUNDS:
                r = rates(scenario, arms, rounds)
                figures = (r.false_verdicts, r.coverage, r.false_equality, r.found, r.invalid)
                yield f"| {scenario} | {arms} | {rounds} | " + " | ".join(f"{figure:.1%}" for figure in figures) + " |"
    yield ""
    yield "| looking after every round | told apart though equal |"
    yield "|---|---|"
    for name, share in peeking().items():
        yield f"| {name} | {share:.1%} |"
    yield ""
    yield from gated.table()
    yield ""
    yield from claimed.table()
    yield ""
    yield from shared_cpu.table()
    yield ""
    yield "| noise | levels with a caution that came up |"
    yield "|---|---|"
    for scenario in SCENARIOS:
        found = cried_wolf(scenario)
        yield f"| {scenario} | " + (", ".join(f"{code} {share:.1%}" for code, share in found.items()) or "none") + " |"


if __name__ == "__main__":
    print("\n".join(tables()))
