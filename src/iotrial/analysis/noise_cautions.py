"""Cautions of a level for what the machine did beside the measuring."""

from __future__ import annotations

from iotrial.store.read import LevelFigures
from iotrial.store.record import LevelRecord, Run

#: Sinks whose reader takes turns with the workers on their CPU.
READERS = ("pipe", "unix", "tcp")


def noise_cautions(run: Run, level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
    """What blurred the level's figures: code, and the figures that the sentence needs."""
    if figures.noise is None:
        return []
    from iotrial.stats.noise import noise

    cpus = run.machine.get("cpus")
    found = noise(
        figures.noise,
        margin=run.margin,
        cpus=cpus if isinstance(cpus, int) else None,
        shares_cpu=_shares_cpu(level),
        waits_for_device=_waits_for_device(level),
    )
    return [(code, dict(values)) for code, values in found.items()]


def _shares_cpu(level: LevelRecord) -> bool:
    """Whether a worker takes turns on its CPU with others of the job: a reader of the sink, or workers like it."""
    alone = all(level.level.get(factor, 1) == 1 for factor in ("writers", "clients"))
    return not alone or level.level.get("sink") in READERS


def _waits_for_device(level: LevelRecord) -> bool:
    """Whether to wait for a disk is part of the work: nothing is in memory, or what is written must be on the disk."""
    durable = any(arm.guarantees.get("durable", "no") != "no" for arm in level.arms)
    return durable or level.level.get("cache") == "cold"
