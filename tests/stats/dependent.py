"""Simulations of levels whose rounds follow each other as an AR(1) process, for rule 22."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from iotrial.stats.dependence import FEWEST_ROUNDS, correlation
from iotrial.stats.interval import ALPHA
from iotrial.stats.replication import INDEPENDENT, Replication
from stats.whole_runs import autoregressive

CORRELATIONS = (0.0, 0.3, 0.6)

#: Rounds, and arms besides the baseline and the placebo.
SHAPES = ((12, 2), (12, 8), (16, 8), (24, 2), (24, 8), (24, 29), (30, 8))

#: Rounds and arms of a run that looks after every round.
LOOKS, LOOKING_ARMS = 60, 3


@dataclass(frozen=True)
class Covered:
    """Shares of trials: all intervals hold, or there is none; there is none; and the width over that of rule 7 alone,
    in those with an interval. plain: the share in which rule 7's own intervals would all hold."""

    held: float
    none: float
    width: float
    plain: float


def covered(rounds: int, arms: int, rho: float, *, trials: int) -> Covered:
    """The intervals of a level of equal arms, which share the baseline, for one correlation of each arm's rounds."""
    rng = np.random.default_rng([50, rounds, arms, round(10 * rho)])
    times = autoregressive(rng, (trials, rounds, arms + 2), rho)
    values = times - times[..., :1]
    ordered = np.sort(values[..., 2:], axis=1)
    usual = INDEPENDENT.rank(rounds, ALPHA / (arms + 1))
    held, none, widths, plain = 0, 0, list[float](), 0
    for level, sorted_level in zip(values, ordered, strict=True):
        plain += _holds(sorted_level, usual)
        rank = Replication(correlation=correlation([level])).rank(rounds, ALPHA / (arms + 1))
        held += _holds(sorted_level, rank)
        none += not rank
        if rank and usual:
            widths.append(float(np.median(_width(sorted_level, rank) / _width(sorted_level, usual))))
    return Covered(held / trials, none / trials, float(np.mean(widths)) if widths else np.nan, plain / trials)


def _holds(ordered: np.ndarray, rank: int) -> bool:
    return not rank or bool(((ordered[rank - 1] <= 0) & (ordered[-rank] >= 0)).all())


def _width(ordered: np.ndarray, rank: int) -> np.ndarray:
    width: np.ndarray = ordered[-rank] - ordered[rank - 1]
    return width


def looked(rho: float, *, trials: int) -> float:
    """The share of runs in which some interval of a sequence misses at some look, the correlation estimated at each."""
    rng = np.random.default_rng([51, round(10 * rho)])
    wrong = 0
    for _ in range(trials):
        times = autoregressive(rng, (LOOKS, LOOKING_ARMS + 2), rho)
        values = times - times[:, :1]
        below = (values[:, 2:] < 0).cumsum(axis=0)
        for n in range(FEWEST_ROUNDS, LOOKS + 1):
            rank = Replication(True, correlation([values[:n]], sequence=True)).rank(n, ALPHA / (LOOKING_ARMS + 1))
            if ((below[n - 1] < rank) | (n - below[n - 1] < rank)).any():
                wrong += 1
                break
    return wrong / trials


def table(trials: int) -> list[str]:
    """The lines of the tables."""
    lines = [
        "| AR(1) | rounds | arms | held, by rule 7 alone | held | no interval | width |",
        "|---|---|---|---|---|---|---|",
    ]
    for rho in CORRELATIONS:
        for rounds, arms in SHAPES:
            found = covered(rounds, arms, rho, trials=trials)
            shares = f"{found.plain:.1%} | {found.held:.1%} | {found.none:.1%}"
            width = "–" if np.isnan(found.width) else f"{found.width:.2f}"
            lines.append(f"| {rho:.1f} | {rounds} | {arms} | {shares} | {width} |")
    lines += ["", "| AR(1) | a sequence misses at some look |", "|---|---|"]
    lines += [f"| {rho:.1f} | {looked(rho, trials=trials // 5):.1%} |" for rho in CORRELATIONS]
    return lines
