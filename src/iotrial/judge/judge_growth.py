"""The growth of each arm's memory over the sizes of a factor, from the readings of fresh processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from iotrial.ask.level_factors import varying
from iotrial.judge.across_levels import by_factor
from iotrial.judge.bounds import KnownBounds
from iotrial.judge.statements_across import MemoryGrowth
from iotrial.store.record import Arm, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.growth_per_unit import GrowthPerUnit

Kind = Literal["peak", "held"]

#: The kinds of memory that are judged: all that is resident, and all that the kernel cannot reclaim.
KINDS: tuple[Kind, ...] = ("peak", "held")

#: Bytes of memory for each unit of work below which memory is flat: a hundredth of a byte for each byte of work; one
#: byte for each unit of any other kind, such as a record or an entry.
FLAT_BELOW = {"bytes": 0.01}
FLAT_BELOW_OTHERWISE = 1.0


@dataclass(frozen=True)
class _Series:
    """An arm over sizes: its work at each, ascending, and the memory held or resident in each process."""

    factor: str
    at: dict[str, int | str]
    arm: str
    of: Kind
    units: list[int]
    memory_bytes: list[list[int]]  # by size, as many processes at each


def growths(run: Run, alpha: float) -> list[MemoryGrowth]:
    """Return an entry for each arm, factor and kind of memory; empty if memory was not profiled at several sizes.

    alpha: one minus the coverage of all of them together. Every process is fresh, so none resembles the one before.
    """
    series = [
        one
        for factor in varying([level.level for level in run.levels])
        for at, levels in by_factor(run.levels, factor, lambda level: level.level)
        for one in _of_arms(factor, at, levels)
    ]
    flat_below = FLAT_BELOW.get(run.work_unit, FLAT_BELOW_OTHERWISE)
    return [_entry(one, flat_below, alpha / len(series)) for one in series]


def _of_arms(factor: str, at: dict[str, int | str], levels: Sequence[LevelRecord]) -> list[_Series]:
    names = dict.fromkeys(arm.arm for level in levels for arm in level.arms)
    found = []
    for name in names:
        own = [arm for level in levels for arm in level.arms if arm.arm == name and arm.role != "placebo"]
        for of in KINDS:
            sizes = {arm.work: figures for arm in own if arm.work is not None and (figures := _figures(arm, of))}
            processes = min((len(figures) for figures in sizes.values()), default=0)
            if len(sizes) > 1 and processes > 1:  # how much one process varies is unknown
                units = sorted(sizes)
                found.append(_Series(factor, at, name, of, units, [sizes[unit][:processes] for unit in units]))
    return found


def _figures(arm: Arm, of: Kind) -> list[int]:
    """The arm's memory in each process, bytes."""
    if of == "peak":
        return [reading.peak_bytes for reading in arm.memory.readings]
    return [held for reading in arm.memory.readings if (held := reading.held_bytes) is not None]


def _entry(series: _Series, flat_below: float, alpha: float) -> MemoryGrowth:
    import numpy as np

    from iotrial.stats.growth_per_unit import growth
    from iotrial.stats.replication import INDEPENDENT

    found: GrowthPerUnit = growth(
        np.array(series.units, dtype=float),
        np.array(series.memory_bytes, dtype=float).T,
        flat_below=flat_below,
        alpha=alpha,
    )
    bounds = found.interval
    return MemoryGrowth(
        factor=series.factor,
        at=series.at,
        arm=series.arm,
        of=series.of,
        units=series.units,
        processes=len(found.bytes_per_unit),
        needed_processes=INDEPENDENT.least_rounds(alpha),
        bytes_per_unit=KnownBounds(
            median=found.median,
            low=bounds.low if bounds else None,
            high=bounds.high if bounds else None,
        ),
        least=float(found.bytes_per_unit.min()),
        most=float(found.bytes_per_unit.max()),
        steps=found.steps.tolist(),
        misfit_bytes=found.misfit_bytes,
        flat_below=flat_below,
        verdict=found.verdict,
    )
