"""The placebo of a whole run (rule 9, last sentence)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from iotrial.stats.bearable_interval import interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.replication import Replication
from iotrial.stats.verdict import judge


def pooled_placebo(
    round_values: Sequence[Floats], margin: float, correlation: float | None = 0.0
) -> tuple[Interval | None, bool]:
    """All placebo rounds of a run in one 95 % interval of ratios, and if the run may be believed.

    round_values: one 1-d array of log ratios per level; NaN rounds have no value and are left out. The run is invalid
    when the whole interval lies beyond the margin, as for a level; with too few rounds there is no interval (None) and
    nothing is held against the run. correlation: of neighbouring rounds (rule 22). Source: rule 9.
    """
    logs = interval_of(np.concatenate([np.empty(0), *round_values]), ALPHA, Replication(correlation=correlation))
    if logs is None:
        return None, True
    pooled = logs.as_ratio()
    return pooled, judge(pooled.low, pooled.high, margin) not in ("faster", "slower")
