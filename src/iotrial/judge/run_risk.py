"""The allowance of a run's intervals: for rounds that resemble each other, and for all that it says together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from iotrial.ask.planned_risk import has_claims
from iotrial.store.level_figures import LevelFigures
from iotrial.store.read import StoredRun
from iotrial.store.record import BASELINE, PLACEBO, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.interval import Floats
    from iotrial.stats.replication import Replication
    from iotrial.stats.risk import Risk

#: One for each run in use, since every interval asks for it.
_REPLICATIONS: WeakKeyDictionary[StoredRun, Replication] = WeakKeyDictionary()
_ACROSS: WeakKeyDictionary[StoredRun, Replication] = WeakKeyDictionary()
_RISKS: WeakKeyDictionary[StoredRun, Risk] = WeakKeyDictionary()


def replication_of(stored: StoredRun) -> Replication:
    """Return what the rounds of a run bear: its rule for stopping, and the correlation of its rounds (rule 22)."""
    if stored not in _REPLICATIONS:
        from iotrial.stats.dependence import correlation
        from iotrial.stats.level_samples import round_values
        from iotrial.stats.replication import Replication

        sequence = stored.run.precision is not None
        levels = [round_values(figures.samples) for figures in stored.levels if is_compared(figures)]
        _REPLICATIONS[stored] = Replication(sequence, correlation(levels, sequence=sequence))
    return _REPLICATIONS[stored]


def replication_across(stored: StoredRun) -> Replication:
    """Return what sweeps bear if times at different levels are set against each other.

    There, what all arms of a level share does not cancel; what all levels share does, as the machine's speed. So the
    correlation is that of rounds, or that of the levels' usual times, each less that of the sweep's middle level, if it
    is larger. A run has few levels, so a whole standard error is added. Levels that wander off resemble the sweep
    before little and move far: what they move further is told by a stretch of the intervals.
    """
    if stored not in _ACROSS:
        from iotrial.stats.dependence import MORE_SAFETY, estimated
        from iotrial.stats.replication import Replication
        from iotrial.stats.wander import wander_effect

        own, usual = replication_of(stored), _usual_times(stored)
        both, shared, effect = own.correlation, estimated([usual]), wander_effect(usual)
        if shared is None or effect is None:
            both = None
        elif both is not None:
            both = max(both, shared.and_more(MORE_SAFETY))
        _ACROSS[stored] = Replication(own.sequence, both, math.sqrt(effect or 1.0))
    return _ACROSS[stored]


def _usual_times(stored: StoredRun) -> Floats:
    """The log of the time of the middle arm of each level in each sweep, (sweeps, levels); NaN without a value."""
    import numpy as np

    from iotrial.stats.level_samples import median_over_blocks

    levels = [figures for figures in stored.levels if is_compared(figures)]
    sweeps = sorted({sweep for figures in levels for sweep in figures.sweeps})
    found = np.full((len(sweeps), len(levels)), np.nan)
    for column, figures in enumerate(levels):
        # An arm that is not there in some round must not move the middle: each is taken about its own usual time.
        logs = np.log(median_over_blocks(figures.time_ns))
        there = ~np.isnan(logs).all(axis=0)
        apart = logs[:, there] - np.nanmedian(logs[:, there], axis=0)
        rows = np.searchsorted(sweeps, figures.sweeps)
        whole = ~np.isnan(apart).all(axis=1)
        found[rows[whole], column] = np.nanmedian(apart[whole], axis=1)
    return found


def risk_of(stored: StoredRun) -> Risk:
    """Return how the risk of a run is shared out, by what it has: levels, claims, variants, memory, several workers."""
    if stored not in _RISKS:
        arms = [len(figures.arms) for figures in stored.levels if is_compared(figures)]
        _RISKS[stored] = risk_of_levels(stored.run, arms)
    return _RISKS[stored]


def risk_of_levels(run: Run, arms: Sequence[int]) -> Risk:
    """Return the same from the record of a run and the number of arms, baseline and placebo included, of each level."""
    from iotrial.stats.risk import Risk

    timed = [level for level in run.levels if level.kind == "timed" and level.status != "skipped"]
    return Risk.of(
        arms,
        {
            "claims": has_claims(run.study_text),
            "variants": any(map(_has_variants, timed)),
            "across": len(timed) > 1,
            "memory": len(timed) > 1 and any(map(_has_memory, timed)),
            "workers": any(level.has_pieces for level in timed),
        },
    )


def is_compared(figures: LevelFigures) -> bool:
    """True if a level has samples of its baseline and of the placebo, so that arms can be judged there."""
    return figures.arms[:2] == [BASELINE, PLACEBO]


def _has_variants(level: LevelRecord) -> bool:
    return any(arm.variant is not None and not arm.variant.is_first for arm in level.arms)


def _has_memory(level: LevelRecord) -> bool:
    return any(len(arm.memory.readings) > 1 for arm in level.arms)  # how much a single one varies is unknown
