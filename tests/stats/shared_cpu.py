"""Levels whose CPU is shared with others that come and go: wall time and the clocks of rule 28, with a known truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import ALPHA, order_rank
from iotrial.stats.judged_clock import Clock, figure_ns
from iotrial.stats.level_samples import LevelSamples, round_values
from stats.verdicts import verdicts

Floats = NDArray[np.float64]

TRIALS, ROUNDS, BLOCKS = 1000, 12, 7
MARGIN = 0.005
TRUTH = (1.0, 1.0, 1.0, 1.02)

#: A sample's work, the turn that the scheduler gives each program, and what a turn of another costs in cold caches.
WORK_NS, TURN_NS, REFILL_NS = 2.4e6, 3e6, 10e3

#: Others are there in this share of the time, one or two of them; and of the waits of a worker this share falls between
#: the reading of the queue and that of the clock.
BUSY, OUTSIDE = 0.5, 0.01

#: Share of a pair's work that the reader of the sink does.
READING = 0.4

#: What is measured -> the clock that it is judged by beside wall time.
LEVELS: dict[str, Clock] = {"a worker alone": "wall less queue", "a worker and its reader": "wall less others"}


@dataclass(frozen=True)
class Shared:
    """Shares of trials, as in rates.py, and the median of what +2 % came out as."""

    false_verdicts: float
    coverage: float
    found: float
    measured: float


def draw(level: str, rng: np.random.Generator, rounds: int, truth: tuple[float, ...] = TRUTH) -> dict[str, Floats]:
    """Draw the columns of samples, each (rounds, blocks, arms), ns."""
    shape = (rounds, BLOCKS, len(truth))
    work = WORK_NS * np.asarray(truth) * np.exp(0.005 * rng.standard_normal(shape))
    work *= np.exp(0.003 * rng.standard_normal((rounds, 1, len(truth))))
    others = np.where(rng.random(shape) < BUSY, rng.integers(1, 3, shape), 0)
    turns = np.where(others > 0, np.floor((work + TURN_NS * rng.random(shape)) / TURN_NS), 0.0)
    work += REFILL_NS * turns
    waits = turns * others * TURN_NS * rng.uniform(0.8, 1.2, shape)
    outside = np.where((others > 0) & (rng.random(shape) < OUTSIDE), others * TURN_NS, 0.0)
    none = np.full(shape, np.nan)
    if level == "a worker alone":
        own, reader, own_queue, reader_queue = work, none, waits, none
    else:  # either of the two also waits while the other runs, and both may wait at once for the others
        own, reader = (1 - READING) * work, READING * work
        own_queue = waits * rng.uniform(0.5, 1, shape) + reader * rng.uniform(0.2, 0.8, shape)
        reader_queue = waits * rng.uniform(0.5, 1, shape) + own * rng.uniform(0.2, 0.8, shape)
    return {
        "wall_ns": work + waits,
        "queue_ns": own_queue + outside,
        "cpu_ns": own + 3e3,
        "reader_ns": reader,
        "reader_queue_ns": reader_queue,
    }


def rates(level: str, clock: Clock) -> Shared:
    """The rates of one kind of level by one clock."""
    rng = np.random.default_rng([30, list(LEVELS).index(level)])
    columns = draw(level, rng, TRIALS * ROUNDS)
    samples = LevelSamples(figure_ns(clock, **columns), np.zeros(columns["wall_ns"].shape, dtype=int))
    values = np.sort(round_values(samples).reshape(TRIALS, ROUNDS, len(TRUTH)), axis=1)
    rank = order_rank(ROUNDS, ALPHA / (len(TRUTH) - 1))
    low, high = np.exp(values[:, rank - 1, 1:]), np.exp(values[:, -rank, 1:])
    told = verdicts(low, high, MARGIN)
    holds = (low <= np.array(TRUTH[1:])) & (np.array(TRUTH[1:]) <= high)
    wrong = np.isin(told[:, :-1], ["faster", "slower"]).any(axis=1) | (told[:, -1] == "faster")
    middle = np.exp(np.median(values[:, :, -1], axis=1))
    return Shared(
        float(wrong.mean()),
        float(holds.all(axis=1).mean()),
        float((told[:, -1] == "slower").mean()),
        float(np.median(middle)) - 1,
    )


def table() -> Iterator[str]:
    """The lines of the table."""
    yield "| level | clock | false verdicts | coverage | +2 % found | +2 % came out as |"
    yield "|---|---|---|---|---|---|"
    clocks: tuple[Clock, ...]
    for level, own in LEVELS.items():
        clocks = ("wall", own)
        for clock in clocks:
            r = rates(level, clock)
            shares = " | ".join(f"{share:.1%}" for share in (r.false_verdicts, r.coverage, r.found))
            yield f"| {level} | {clock} | {shares} | {r.measured:+.2%} |"
