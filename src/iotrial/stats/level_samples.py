"""The samples of one level as arrays, and the one value that each round gives for each arm (rule 7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import Floats

#: Places of the two special arms.
BASELINE, PLACEBO = 0, 1


@dataclass(frozen=True, eq=False)
class LevelSamples:
    """All samples of one level, baseline first and placebo second.

    time_ns: (rounds, blocks, arms), nanoseconds of one iteration; NaN if there is no valid sample (a void block is NaN
    for all arms, an arm that failed is NaN from then on). slot: same shape, the arm's place in its block, from 0.
    Raises ValueError for shapes that do not fit, fewer than two arms, or a time that is not above 0.
    """

    time_ns: Floats
    slot: NDArray[np.int_]

    def __post_init__(self) -> None:
        """Refuse values that would silently become infinite later."""
        if self.time_ns.ndim != 3 or self.slot.shape != self.time_ns.shape:
            raise ValueError(f"time_ns {self.time_ns.shape} and slot {self.slot.shape} must have one shape of 3 axes")
        if self.blocks < 1 or self.arms < 2:
            raise ValueError(f"a level has a block and two arms at least, not {self.blocks} and {self.arms}")
        if not (np.isnan(self.time_ns) | ((self.time_ns > 0) & np.isfinite(self.time_ns))).all():
            raise ValueError("times must be above 0 ns and finite")

    @property
    def rounds(self) -> int:
        """Rounds measured, with a value or without."""
        return int(self.time_ns.shape[0])

    @property
    def blocks(self) -> int:
        """Blocks of each round, void ones included."""
        return int(self.time_ns.shape[1])

    @property
    def arms(self) -> int:
        """Arms, baseline and placebo included: K of the rules."""
        return int(self.time_ns.shape[2])


def log_ratios(samples: LevelSamples, reference: int = BASELINE) -> Floats:
    """Logs of each time over the reference arm's in the same block, (rounds, blocks, arms); NaN if one is missing."""
    ratios: Floats = np.log(samples.time_ns / samples.time_ns[:, :, reference, None])
    return ratios


def round_values(samples: LevelSamples, reference: int = BASELINE) -> Floats:
    """One log ratio per round and arm, (rounds, arms): the median over blocks of log(time / reference's time).

    NaN if fewer than half of the blocks have a value (rule 11). Source: rule 7.
    """
    return median_over_blocks(log_ratios(samples, reference))


def median_over_blocks(values: Floats) -> Floats:
    """Medians of (rounds, blocks, arms) over the blocks that have a value, (rounds, arms), in the unit of `values`.

    NaN if fewer than half of the blocks have one (rule 11).
    """
    blocks = values.shape[1]
    ordered = np.sort(values, axis=1)  # NaNs go last
    count = blocks - np.isnan(values).sum(axis=1, keepdims=True)
    if blocks and (count == blocks).all():  # as nearly always, and many times as quick
        lower, upper = ordered[:, (blocks - 1) // 2, None], ordered[:, blocks // 2, None]
    else:
        lower = np.take_along_axis(ordered, np.maximum(count - 1, 0) // 2, axis=1)
        upper = np.take_along_axis(ordered, count // 2, axis=1)
    medians = np.where(2 * count >= blocks, (lower + upper) / 2, np.nan)
    result: Floats = medians[:, 0, :]
    return result


def present(values: Floats) -> Floats:
    """The values of a 1-d array that are not NaN, in order."""
    kept: Floats = values[~np.isnan(values)]
    return kept
