"""The number of blocks that a round should have (rule 1)."""

from __future__ import annotations

import math

#: No level has more blocks than this; odd.
MOST_BLOCKS = 99


def blocks_for(start_ns: float, block_ns: float, round_sd: float, block_sd: float) -> int:
    """Blocks per round that give the narrowest interval for the time: sqrt(start / block) * block_sd / round_sd.

    start_ns: the cost of starting, warming and ending one round; block_ns: the cost of one block. round_sd and
    block_sd: standard deviations of a log ratio between rounds, and between the blocks of one round, in the same unit.
    The result is the nearest odd number from 1 to 99: an even one biases the ratio of a skewed arm. Raises ValueError
    for a negative or NaN figure or a block that costs nothing. Source: rule 1; the square root is the optimum of the
    two-stage cost of Kalibera and Jones, Rigorous benchmarking in reasonable time, 2013.
    """
    figures = (start_ns, block_ns, round_sd, block_sd)
    if not all(figure >= 0 and math.isfinite(figure) for figure in figures) or block_ns == 0:
        raise ValueError(
            f"costs and deviations must be finite, none negative, and a block must cost something: {figures}"
        )
    if block_sd == 0 or start_ns == 0:
        return 1  # more blocks would tell nothing more, or a fresh round is free
    if round_sd == 0:
        return MOST_BLOCKS
    best = min(math.sqrt(start_ns / block_ns) * block_sd / round_sd, float(MOST_BLOCKS))
    return min(2 * math.floor(best / 2) + 1, MOST_BLOCKS)
