"""Cautions of a level about noise: other things that the machine did while it measured."""

from __future__ import annotations

from iotrial.ask.sink_readers import WITH_READER
from iotrial.store.level_figures import LevelFigures
from iotrial.store.record import LevelRecord, Run

#: Share of the time on one CPU that others may have before they count as company of a worker and its reader.
MOST_OF_OTHERS = 0.05


def noise_cautions(run: Run, level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
    """Return the noise that blurred the level's figures: the caution's code, and the figures for its sentence."""
    told = _shared_turns(run, level, figures)
    if figures.noise is None:
        return told
    from iotrial.stats.noise_explained import noise

    cpus = run.machine.get("cpus")
    found = noise(
        figures.noise,
        margin=run.margin,
        cpus=cpus if isinstance(cpus, int) else None,
        shares_cpu=_shares_cpu(level) or level.clock != "wall",  # else that wait is in no figure
        waits_for_device=_waits_for_device(level),
    )
    return told + [(code, dict(values)) for code, values in found.items()]


def _shared_turns(run: Run, level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
    """Return the caution that others had much of the CPU on which a worker and its reader took turns.

    They leave those turns alone if the system gives each session a share of its own; a run that does not say so, may
    have been made where it does not, or in the session of the others.
    """
    share = figures.left_out_share
    if level.clock != "wall less others" or share is None or run.machine.get("sessions_are_groups") is True:
        return []
    return [("shared_turns", {"share": share})] if share >= MOST_OF_OTHERS else []


def _shares_cpu(level: LevelRecord) -> bool:
    """True if a worker shares its CPU with others of the job: a reader of the sink, or other workers."""
    alone = all(level.level.get(factor, 1) == 1 for factor in ("writers", "clients"))
    return not alone or level.level.get("sink") in WITH_READER


def _waits_for_device(level: LevelRecord) -> bool:
    """True if waiting for a disk is part of the work: the files are not in memory, or writes must reach the disk."""
    durable = any(arm.guarantees.get("durable", "no") != "no" for arm in level.arms)
    return durable or level.level.get("cache") == "cold"
