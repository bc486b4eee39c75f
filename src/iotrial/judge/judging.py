"""A stored run as it is judged, with the allowance of its intervals: built once, and handed on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from iotrial.judge.run_risk import is_compared, risk_of_levels
from iotrial.store.read import StoredRun
from iotrial.store.record import Run

if TYPE_CHECKING:
    from iotrial.judge.judged_run import JudgedRun
    from iotrial.stats.interval import Floats
    from iotrial.stats.replication import Replication
    from iotrial.stats.risk import Risk


@dataclass(eq=False)
class Judging:
    """A stored run, its margin, its risk, and what its rounds bear."""

    stored: StoredRun
    judged: JudgedRun | None = field(default=None, init=False)  # once it is judged

    @property
    def run(self) -> Run:
        """Its record."""
        return self.stored.run

    @property
    def margin(self) -> float:
        """The share below which differences do not matter."""
        return self.run.margin

    @cached_property
    def risk(self) -> Risk:
        """Its risk, shared out by what it has: levels, claims, variants, memory, several workers."""
        return risk_of_levels(self.run, [len(figures.arms) for figures in self.stored.levels if is_compared(figures)])

    @cached_property
    def replication(self) -> Replication:
        """The allowance for its rounds: its rule for stopping, and their correlation (rule 22)."""
        from iotrial.stats.dependence import correlation
        from iotrial.stats.level_samples import round_values
        from iotrial.stats.replication import Replication

        sequence = self.run.precision is not None
        levels = [round_values(figures.samples) for figures in self.stored.levels if is_compared(figures)]
        return Replication(sequence, correlation(levels, sequence=sequence))

    @cached_property
    def replication_across(self) -> Replication:
        """The allowance for its sweeps, if times at different levels are set against each other.

        There, what all arms of a level share does not cancel; what all levels share does, as the machine's speed. So
        the correlation is that of rounds, or that of the levels' usual times, each less that of the sweep's middle
        level, if it is larger. A run has few levels, so a whole standard error is added. Levels that wander off
        resemble the sweep before little and move far: what they move further is told by a stretch of the intervals.
        """
        from iotrial.stats.dependence import MORE_SAFETY, estimated
        from iotrial.stats.replication import Replication
        from iotrial.stats.wander import wander_effect

        own, usual = self.replication, _usual_times(self.stored)
        both, shared, effect = own.correlation, estimated([usual]), wander_effect(usual)
        if shared is None or effect is None:
            both = None
        elif both is not None:
            both = max(both, shared.and_more(MORE_SAFETY))
        return Replication(own.sequence, both, math.sqrt(effect or 1.0))


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
