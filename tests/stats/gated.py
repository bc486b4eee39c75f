"""Simulations of how often a gate is wrong: sessions that look after every round, and a second one to confirm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iotrial.gate.gate_sessions import PLANNED_ROUNDS
from iotrial.stats.interval import ALPHA
from iotrial.stats.level_samples import round_values
from iotrial.stats.sequence import sequence_rank
from stats.simulated import SCENARIOS, simulate

MARGIN = 0.03
COMPARISONS = 8
TRIALS = 400
BLOCKS = 5

#: The truth: nothing changed, a change as large as the margin, and one that is beyond it.
RATIOS = (1.0, 1.03, 1.05)


@dataclass(frozen=True)
class Gated:
    """Shares of gates: that pass, that end with a regression in two sessions; rounds of a session, median and 99 %."""

    passed: float
    failed: float
    rounds: float
    most_rounds: float


def gated(scenario: str, ratio: float) -> Gated:
    """The outcomes of gates of one method whose new text takes `ratio` times as long, decided with 7 others."""
    rng = np.random.default_rng([30, list(SCENARIOS).index(scenario), round(100 * ratio)])
    sessions, rounds = 2 * TRIALS, PLANNED_ROUNDS
    samples = simulate(scenario, rng, rounds=sessions * rounds, blocks=BLOCKS, true_ratios=[1.0, 1.0, ratio, 1.0])
    regressed, passed, looks = decided(round_values(samples)[:, 2].reshape(sessions, rounds))
    return Gated(
        float(passed[:TRIALS].mean()),
        float((regressed[:TRIALS] & regressed[TRIALS:]).mean()),
        float(np.median(looks)),
        float(np.quantile(looks, 0.99)),
    )


def decided(
    values: NDArray[np.float64], alpha: float = ALPHA / COMPARISONS
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """For sessions of log ratios (sessions, rounds): regression, pass, and after how many rounds it was over."""
    most = values.shape[1]
    looks = np.arange(1, most + 1)
    ranks = np.array([sequence_rank(int(n), alpha) for n in looks])
    below = (values <= np.log1p(MARGIN)).cumsum(axis=1)
    # x(k) lies above the bound when fewer than k values lie below it, and the mirror image.
    regression, passing = below < ranks, looks - below < ranks
    first = np.where((regression | passing).any(axis=1), (regression | passing).argmax(axis=1), most - 1)
    at = np.arange(len(values)), first
    return regression[at], passing[at], first + 1


def table() -> list[str]:
    """The lines of the table."""
    lines = ["| noise | new / old | passes | fails | rounds | 99 % of sessions |", "|---|---|---|---|---|---|"]
    for scenario in SCENARIOS:
        for ratio in RATIOS:
            found = gated(scenario, ratio)
            shares = f"{found.passed:.1%} | {found.failed:.1%} | {found.rounds:.0f} | {found.most_rounds:.0f}"
            lines.append(f"| {scenario} | {ratio:.2f} | {shares} |")
    return lines
