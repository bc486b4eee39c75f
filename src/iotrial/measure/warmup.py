"""The warm-up of a level, from the times of its arms in the pilot: every arm until its own trend has ended (rule 1)."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.stats.plateau import FEWEST_BLOCKS, noise, warmup_blocks

#: Blocks of a pilot at least, and at most; between them it goes on until every arm has reached its plateau.
PILOT_BLOCKS = 4
MOST_PILOT_BLOCKS = 60

#: If a pilot is too short to look for plateaus, no more blocks than this are left out.
MOST_SHORT_BLOCKS = 3

#: By index of an arm, its times block by block, ns.
Times = Mapping[int, Sequence[float]]


@dataclass(frozen=True)
class WarmUp:
    """The blocks that a round leaves out, by the slowest arm's need, and the arms that have no plateau.

    is_known: the pilot was long enough to tell.
    """

    blocks: int
    moving: frozenset[int] = frozenset()
    is_known: bool = True


def warm_up(times: Times, margin: float, most_blocks: int) -> WarmUp:
    """Return the warm-up of a level; `most_blocks` is the most that its budget allows.

    An arm is looked at by itself and beside the median arm of each block, since ratios are what is judged, and what
    disturbs a whole block disturbs them little. It is still moving if neither has a plateau within `most_blocks`. Noise
    counts as that of the arm or of the usual one, whichever is larger.
    """
    blocks = max((len(own) for own in times.values()), default=0)
    whole = {index: own for index, own in times.items() if len(own) == blocks}
    if blocks < FEWEST_BLOCKS:
        return WarmUp(_short(list(whole.values()), margin), is_known=False)
    middle = [statistics.median(column) for column in _beside_own_median(list(whole.values()))]
    beside = {index: [a / b for a, b in zip(own, middle, strict=True)] for index, own in whole.items()}
    looked_at = (whole, beside)
    plateaus = [_plateaus(one, margin, len(looked_at) * len(whole)) for one in looked_at]
    needs = {index: [need for one in plateaus if (need := one[index]) is not None] for index in whole}
    moving = frozenset(index for index, found in needs.items() if not found or min(found) > most_blocks)
    settled = [max(found) for index, found in needs.items() if index not in moving]
    return WarmUp(min(most_blocks, max(settled, default=0)), moving)


def is_settled(times: Times, margin: float) -> bool:
    """True if a pilot has seen every arm's plateau; it has if there is no arm."""
    if not times:
        return True
    found = warm_up(times, margin, MOST_PILOT_BLOCKS)
    return found.is_known and not found.moving


def _plateaus(times: Times, margin: float, series: int) -> dict[int, int | None]:
    """Return the blocks before each arm's plateau, None if it has none; `series` are looked at for one answer."""
    usual = statistics.median(noise(own) for own in times.values())
    return {index: warmup_blocks(own, margin, usual_noise=usual, series=series) for index, own in times.items()}


def _beside_own_median(arms: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Return for each block the times of all arms, each over the median of its own."""
    return list(zip(*([time / statistics.median(own) for time in own] for own in arms), strict=True))


def _short(whole: Sequence[Sequence[float]], margin: float) -> int:
    """Return the blocks to leave out by a pilot too short for more: those in which some arm is slower than later.

    Slower means by more than the margin, and by more than three times what the later blocks of a usual arm differ.
    """
    blocks = len(whole[0]) if whole else 0
    if blocks < 2:
        return 0 if blocks else 1  # a block takes so long that none is spent on warming up
    most = min(MOST_SHORT_BLOCKS, blocks - 1)
    settled = [statistics.median(times[blocks // 2 :]) for times in whole]
    later = [times[blocks // 2 :] for times in whole]
    noise = statistics.median((max(times) - min(times)) / level for times, level in zip(later, settled, strict=True))
    slower = max(margin, 3 * noise)
    for number in range(most):
        if all(times[number] / level - 1 <= slower for times, level in zip(whole, settled, strict=True)):
            return number
    return most
