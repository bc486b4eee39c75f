"""The cautions of a whole level: lost blocks, too few rounds, its placebo and floors, noise, a client that is busy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.ask.sink_readers import WITH_READER
from iotrial.cautions import sentence
from iotrial.judge.floors import Held, beaten_cautions, no_floor_cautions
from iotrial.judge.judge_arm import own_cautions
from iotrial.judge.judging import Judging
from iotrial.store.level_figures import LevelFigures
from iotrial.store.record import BASELINE, PLACEBO, Caution, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.judge_level import ArmJudgement, LevelJudgement

#: Share of the time on one CPU that others may have before they count as company of a worker and its reader.
MOST_OF_OTHERS = 0.05

#: If the client is busy for more of the time than this, servers may be quicker than it shows.
MOST_CLIENT_SHARE = 0.5


def level_cautions(
    judging: Judging, level: LevelRecord, figures: LevelFigures, judgement: LevelJudgement | None, held: Held
) -> list[Caution]:
    """Return the cautions for all arms of a level; judgement: None if nothing is compared there."""
    found: list[tuple[str, dict[str, object]]] = []
    if figures.void_blocks:
        reason = figures.void_reason or "of what is not stored"
        found.append(("void_blocks", {"share": figures.void_share, "reason": reason}))
    if judgement is not None:
        comparisons = len(figures.arms) - 1
        alpha = judging.risk.level(len(figures.arms)) / comparisons
        needed, rounds = judging.replication.least_rounds(alpha), len(figures.time_ns)
        if rounds < needed:
            found.append(("few_rounds", {"rounds": rounds, "comparisons": comparisons, "needed": needed}))
        found += [(code, dict(values)) for code, values in judgement.arms[PLACEBO].cautions]
        found += own_cautions(level.arms[BASELINE], judgement.arms[BASELINE], judging.run, level)
        found += no_floor_cautions(level, figures) + beaten_cautions(level, figures, held)
        found += client_cautions(level, figures, judgement.arms)
    if figures.beyond:
        found.append(("wait_beyond_sample", {"samples": figures.beyond}))
    found += _noise(judging.run, level, figures)
    return [Caution(code=code, text=sentence(code, values)) for code, values in found]


def _noise(run: Run, level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
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


def client_cautions(
    level: LevelRecord, figures: LevelFigures, judged: Sequence[ArmJudgement]
) -> list[tuple[str, dict[str, object]]]:
    """Name the servers whose client was busy for over half of the time; nothing if there are none.

    judged: the judgement of each arm, in the order of `figures.arms`.
    """
    if level.requests != "closed loop":
        return []
    shares: dict[str, float] = {}
    for index, own in zip(figures.arms, judged, strict=True):
        beside = figures.beside.get(index)
        if index != PLACEBO and own.median_ns and beside is not None and beside.reader_ns:
            shares[level.arms[index].arm] = beside.reader_ns / own.median_ns
    busy = sorted(name for name, share in shares.items() if share > MOST_CLIENT_SHARE)
    found: list[tuple[str, dict[str, object]]] = []
    if busy:
        found.append(("client_busy", {"arms": ", ".join(busy), "share": min(1.0, max(shares.values()))}))
    return found
