"""Levels that never ran: samples with a known truth under the kinds of noise that real machines have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.level_samples import LevelSamples

Floats = NDArray[np.float64]

#: Each kind of noise comes on top of `quiet`.
SCENARIOS = {
    "quiet": "every sample 0.5 % normal, every process 0.3 % normal",
    "drift": "the machine's speed moves by 10 % (normal) along each round and by 2 % from round to round",
    "neighbour": "an on-off neighbour slows what it meets 1.5 times; on for 5 samples on average, off for 10",
    "heavy tails": "samples of Student's t with 2 degrees (1 %), and one in 50 takes up to 10 times as long",
    "slot effect": "the first place of a block costs 5 %, each later place 0.5 % more than the one before",
    "processes": "every process has an offset of its own (1 %, normal), and one in 5 is 3 % slower throughout",
}

SAMPLE_SD, PROCESS_SD = 0.005, 0.003

#: By how much the machine's speed moves from round to round under `drift`, as a log.
WALK_SD = 0.02


def simulate(
    scenario: str,
    rng: np.random.Generator,
    *,
    rounds: int,
    blocks: int,
    true_ratios: Sequence[float],
    walk: Floats | None = None,
) -> LevelSamples:
    """A level of independent rounds; the true ratio of each arm is the one given, whatever the noise.

    walk: under `drift`, the log of the machine's speed in each round, if other levels share the machine.
    """
    arms = len(true_ratios)
    shape = (rounds, blocks, arms)
    slot = rng.permuted(np.broadcast_to(np.arange(arms), shape).copy(), axis=2)
    logs = np.log(1e6 * np.asarray(true_ratios)) + SAMPLE_SD * rng.standard_normal(shape)
    logs = logs + PROCESS_SD * rng.standard_normal((rounds, 1, arms))
    moment = np.arange(blocks)[None, :, None] * arms + slot  # order in time within the round
    if scenario == "drift":
        logs += 0.10 * rng.standard_normal((rounds, 1, 1)) * moment / (blocks * arms)
        logs += (WALK_SD * rng.standard_normal(rounds).cumsum() if walk is None else walk)[:, None, None]
    elif scenario == "neighbour":
        busy = _on_off(rng, rounds, blocks * arms)
        logs += np.log(1.5) * np.take_along_axis(busy, moment.reshape(rounds, -1), axis=1).reshape(shape)
    elif scenario == "heavy tails":
        logs += 0.01 * rng.standard_t(2, shape)
        logs += np.where(rng.random(shape) < 0.02, np.log(1 + 9 * rng.random(shape)), 0)
    elif scenario == "slot effect":
        logs += np.where(slot == 0, 0.05, 0) + 0.005 * slot
    elif scenario == "processes":
        logs += 0.01 * rng.standard_normal((rounds, 1, arms)) + 0.03 * (rng.random((rounds, 1, arms)) < 0.2)
    return LevelSamples(np.exp(logs), slot)


def _on_off(rng: np.random.Generator, rounds: int, moments: int) -> Floats:
    """1 while the neighbour is there, 0 otherwise; (rounds, moments)."""
    busy = np.zeros((rounds, moments))
    state = rng.random(rounds) < 1 / 3
    for moment in range(moments):
        change = rng.random(rounds)
        state = np.where(state, change >= 1 / 5, change < 1 / 10)
        busy[:, moment] = state
    return busy
