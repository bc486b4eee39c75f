"""Levels that wander: how much further a usual time of theirs moves than that of sweeps that are apart (rule 22).

A walk of which each sweep adds a little hardly shows from one sweep to the next, and takes a level far from where it
was. It shows in the slowest wave: half a cosine over the run. The transform's coefficient of number j has the variance
v + s (n / (pi j))^2 over n sweeps with noise of variance v and steps of variance s, and the mean about the walk's
beginning v / n + s n / 3. So the mean's variance is 1 + (pi^2 / 3) (E - 1) times that of independent sweeps, E being
the variance of the first coefficient over that of quick waves. For an AR(1) process, whose mean has E times the
variance, that is more than enough.
"""

from __future__ import annotations

import math

import numpy as np

from iotrial.stats.dependence import FEWEST_ROUNDS, SAFETY, scores
from iotrial.stats.interval import Floats

#: Waves from this share of all on are quick: a walk has next to nothing in them.
_QUICK = 0.25


def wander_effect(values: Floats) -> float | None:
    """The design effect of sweeps for the usual time of a level, if levels wander each on its own.

    values: the log of each level's usual time, (sweeps, levels); NaN if missing. What all levels share is taken out
    with each sweep's middle. Half a standard error is added, since a run has few levels. None below 8 sweeps or two
    levels.
    """
    from scipy.fft import dct

    scored, counts = scores(values)
    scored = scored[:, counts >= FEWEST_ROUNDS]
    rounds, levels = scored.shape
    if rounds < FEWEST_ROUNDS or levels < 2:
        return None
    even = np.nan_to_num(scored - np.nanmean(scored, axis=0))
    waves = dct(even, axis=0, norm="ortho") ** 2
    quick = float(waves[round(_QUICK * rounds) :].mean())
    if not quick:
        return 1.0  # every sweep came out the same
    excess = float(waves[1].mean()) / quick - 1 + SAFETY * math.sqrt(2 / (levels - 1))
    return max(1 + math.pi**2 / 3 * excess, 1.0)
