"""One arm against another, with any baseline: block by block in one level, by sweeps across levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iotrial.judge.judging import Judging
from iotrial.store.read import StoredRun
from iotrial.store.record import BASELINE, PLACEBO

if TYPE_CHECKING:
    from iotrial.stats.interval import Floats, Interval


#: A level by its number, and an arm of it by its name.
ArmAtLevel = tuple[int, str]


def pair_ratio(
    judging: Judging,
    number: int,
    arm: str,
    over: str,
    *,
    alpha: float,
    of: str = "time",
    rows: tuple[Interval | None, Interval | None] = (None, None),
) -> Interval | None:
    """The ratio of two arms of a level, by its number, with the interval of rule 7 (rule 10 with --precision),
    which allows for rounds that resemble each other (rule 22).

    `of` is the figure compared: `time`, or one of store/column.py. `alpha` is 0.05, divided by the number of statements
    made together. rows: the logs of either arm over the baseline, if they may stand in for too few rounds (rule 30).
    None if either arm has no samples, or if there are too few rounds.
    """
    from iotrial.stats.bearable_interval import pair_interval_of
    from iotrial.stats.level_samples import median_over_blocks

    ratios = pair_logs(judging.stored, number, arm, over, of)
    if ratios is None:
        return None
    logs = pair_interval_of(median_over_blocks(ratios)[:, 0], alpha, judging.replication, *rows)
    return logs.as_ratio() if logs is not None else None


def row_logs(judging: Judging, number: int, arm: str, *, alpha: float) -> Interval | None:
    """The log of an arm over its level's baseline, with the interval that its row of the table has."""
    from iotrial.stats.bearable_interval import ratio_interval_of
    from iotrial.stats.level_samples import median_over_blocks

    ratios = pair_logs(judging.stored, number, arm, judging.run.levels[number].arms[BASELINE].arm)
    if ratios is None:
        return None
    return ratio_interval_of(median_over_blocks(ratios)[:, 0], alpha, judging.replication)


def pair_logs(stored: StoredRun, number: int, arm: str, over: str, of: str = "time") -> Floats | None:
    """Logs of all samples' ratios of two arms of a level, (rounds, blocks, 1); None if either has no samples."""
    import numpy as np

    column = places_of(stored, number)
    if arm not in column or over not in column:
        return None
    figures = stored.column(number, of)
    found: Floats = np.log(figures[:, :, [column[arm]]] / figures[:, :, [column[over]]])
    return found


def places_of(stored: StoredRun, number: int) -> dict[str, int]:
    """Arm -> its column of the samples, for the level of this number; only arms with samples, never the placebo."""
    arms, chosen = stored.run.levels[number].arms, stored.levels[number].arms
    return {arms[index].arm: place for place, index in enumerate(chosen) if index != PLACEBO}


def across_levels(
    judging: Judging, one: ArmAtLevel, other: ArmAtLevel, *, alpha: float, of: str = "time"
) -> Interval | None:
    """The ratio of an arm at one level to an arm at another, sweep by sweep (rule 4); otherwise as `pair_ratio`."""
    import numpy as np

    from iotrial.stats.bearable_interval import ratio_interval_of

    first, second = _sweeps(judging.stored, *one, of), _sweeps(judging.stored, *other, of)
    both = np.array([first[sweep] - second[sweep] for sweep in first if sweep in second])
    logs = ratio_interval_of(both, alpha, judging.replication_across)
    return logs.as_ratio() if logs is not None else None


def apart(judging: Judging, one: ArmAtLevel, other: ArmAtLevel, units: int, *, alpha: float) -> Interval | None:
    """The time of an arm less that of another for each of `units`, ns, sweep by sweep; otherwise as `across_levels`."""
    import numpy as np

    from iotrial.stats.bearable_interval import interval_of

    first, second = _sweeps(judging.stored, *one, "time"), _sweeps(judging.stored, *other, "time")
    both = [(np.exp(first[sweep]) - np.exp(second[sweep])) / units for sweep in first if sweep in second]
    return interval_of(np.array(both), alpha, judging.replication_across)


def _sweeps(stored: StoredRun, number: int, arm: str, of: str) -> dict[int, float]:
    """Sweep -> the log of the arm's usual figure in that round; rounds without a value are left out."""
    import numpy as np

    from iotrial.stats.level_samples import median_over_blocks

    place = places_of(stored, number).get(arm)
    if place is None:
        return {}
    values = median_over_blocks(np.log(stored.column(number, of)[:, :, [place]]))[:, 0]
    sweeps = stored.levels[number].sweeps
    return {sweep: float(value) for sweep, value in zip(sweeps, values, strict=True) if np.isfinite(value)}
