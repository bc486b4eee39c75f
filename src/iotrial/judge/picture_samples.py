"""Single samples for a picture: whole blocks, drawn at random if there are too many to draw all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iotrial.store.read import StoredRun
from iotrial.store.record import PLACEBO

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class PictureSamples:
    """Samples of one level: how many there are, how many were drawn, and by arm (round, ratio) of each.

    A ratio is the sample's time over the baseline's in the same block. A block is drawn whole, so that arms stay
    comparable; the placebo is called `placebo`.
    """

    samples: int
    drawn: int
    arms: dict[str, tuple[list[int], list[float]]]


def draw(stored: StoredRun, number: int, *, most: int) -> PictureSamples:
    """Draw at most `most` samples of the level of this number; the same ones each time (by the run's seed)."""
    import numpy as np

    figures = stored.levels[number]
    names = [_name(stored, number, index) for index in figures.arms]
    times = figures.time_ns
    if not times.size or figures.arms[0] != 0:  # without a baseline there is no ratio
        return PictureSamples(0, 0, {})
    valid = np.isfinite(times)
    rounds, blocks = np.nonzero(valid[:, :, 0])
    chosen = _chosen(len(rounds), max(1, most // len(names)), [stored.run.seed, number])
    rounds, blocks = rounds[chosen], blocks[chosen]
    ratios = times[rounds, blocks] / times[rounds, blocks, :1]
    arms: dict[str, tuple[list[int], list[float]]] = {}
    for place, name in enumerate(names):
        there = np.isfinite(ratios[:, place])
        arms[name] = (rounds[there].tolist(), ratios[there, place].tolist())
    return PictureSamples(int(valid[valid[:, :, 0]].sum()), sum(len(found) for found, _ in arms.values()), arms)


def _chosen(count: int, most: int, seed: list[int]) -> NDArray[Any]:
    """The places of the blocks that are drawn, in order: all of them, or `most` at random."""
    import numpy as np

    if count <= most:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, most, replace=False))


def _name(stored: StoredRun, number: int, index: int) -> str:
    return "placebo" if index == PLACEBO else stored.run.levels[number].arms[index].arm
