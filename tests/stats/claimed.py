"""Simulations of how often claims about several levels are decided wrongly, and how often a true one holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import ALPHA, Floats, order_rank
from iotrial.stats.level_samples import round_values
from iotrial.stats.statement import everywhere, somewhere
from stats.simulated import SCENARIOS, simulate
from stats.verdicts import verdicts

MARGIN = 0.01
STATEMENTS, LEVELS, ROUNDS, BLOCKS = 5, 10, 24, 5
SESSIONS = 400

#: The slowdown at every level of a statement that is true; and the bound, at which either answer is wrong.
TRUE, BOUND = 1.03, 1 + MARGIN


@dataclass(frozen=True)
class Claimed:
    """Of statements that are true at all levels, the share said to hold; the same, if each interval were corrected for
    all of them; and the share of sessions with a wrong answer, if each statement is at the bound at one level."""

    held: float
    held_together: float
    wrong: float


def claimed(scenario: str) -> Claimed:
    """The outcomes of sessions of STATEMENTS claims over LEVELS each."""
    number = list(SCENARIOS).index(scenario)
    true = _logs(np.random.default_rng([40, number]), scenario, TRUE, SESSIONS * STATEMENTS * LEVELS)
    true = true.reshape(SESSIONS, STATEMENTS, LEVELS, ROUNDS)
    bound = true.copy()
    at_bound = _logs(np.random.default_rng([41, number]), scenario, BOUND, SESSIONS * STATEMENTS)
    bound[:, :, 0] = at_bound.reshape(SESSIONS, STATEMENTS, ROUNDS)
    alone, of_some = everywhere(STATEMENTS), somewhere(STATEMENTS, LEVELS)
    decided = _holds(bound, alone) | _is_otherwise(bound, of_some)
    return Claimed(
        float(_holds(true, alone).mean()),
        float(_holds(true, ALPHA / (STATEMENTS * LEVELS)).mean()),
        float(decided.any(axis=1).mean()),
    )


def _logs(rng: np.random.Generator, scenario: str, ratio: float, levels: int) -> Floats:
    """Sorted log ratios of so many levels, (levels, rounds)."""
    samples = simulate(scenario, rng, rounds=levels * ROUNDS, blocks=BLOCKS, true_ratios=[1.0, ratio])
    return np.sort(round_values(samples)[:, 1].reshape(levels, ROUNDS), axis=1)


def _told(ordered: Floats, alpha: float) -> NDArray[np.str_]:
    """The verdict at each level; (sessions, statements, levels) of sorted (sessions, statements, levels, rounds)."""
    rank = order_rank(ROUNDS, alpha)
    return verdicts(np.exp(ordered[..., rank - 1]), np.exp(ordered[..., -rank]), MARGIN)


def _holds(ordered: Floats, alpha: float) -> NDArray[np.bool_]:
    """Slower at all levels; (sessions, statements)."""
    found: NDArray[np.bool_] = np.all(_told(ordered, alpha) == "slower", axis=-1)
    return found


def _is_otherwise(ordered: Floats, alpha: float) -> NDArray[np.bool_]:
    """Faster or equal at some level; (sessions, statements)."""
    found: NDArray[np.bool_] = np.any(np.isin(_told(ordered, alpha), ["faster", "equivalent"]), axis=-1)
    return found


def table() -> list[str]:
    """The lines of the table."""
    lines = ["| noise | said to hold | if corrected for all | a wrong answer |", "|---|---|---|---|"]
    for scenario in SCENARIOS:
        found = claimed(scenario)
        lines.append(f"| {scenario} | {found.held:.1%} | {found.held_together:.1%} | {found.wrong:.1%} |")
    return lines
