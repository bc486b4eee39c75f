"""The floors of a level: how near each arm comes to the least that the machine must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iotrial.analysis.arm import is_ranked
from iotrial.analysis.floor_share import FloorShare
from iotrial.analysis.judged_floor import JudgedFloor
from iotrial.cautions import sentence
from iotrial.store.kind_of_work import floor_kind, has_floor
from iotrial.store.read import LevelFigures
from iotrial.store.record import PLACEBO, Arm, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.floor import Share
    from iotrial.stats.replication import Replication

#: By index, the arms of a level that have a floor.
Shares = dict[int, "Share"]


def shares_of(run: Run, level: LevelRecord, figures: LevelFigures, replication: Replication) -> Shares:
    """Return each arm's share of its floor; nothing if no floor was measured."""
    if not figures.floors:
        return {}
    from iotrial.stats.floor import shares

    records = [level.floors[number - len(level.arms)] for number in figures.floors]
    bounds = {
        place: [number for number, floor in enumerate(records) if _bounds(floor, level.arms[index], level)]
        for place, index in enumerate(figures.arms)
        if index != PLACEBO
    }
    found = shares(figures.time_ns, figures.floor_ns, bounds, margin=run.margin, replication=replication)
    return {figures.arms[place]: share for place, share in found.items()}


def judged_floors(level: LevelRecord, figures: LevelFigures) -> list[JudgedFloor]:
    """Return each floor with its time."""
    rows = []
    for number, floor in enumerate(level.floors, start=len(level.arms)):
        language, _, name = floor.arm.partition("/")
        median = _median(figures, number)
        rows.append(
            JudgedFloor(
                arm=floor.arm,
                language=language,
                method=name,
                kind=floor.floor,
                guarantees=floor.guarantees,
                status="skipped" if level.status == "skipped" else floor.status,
                reason=floor.reason or level.reason,
                iterations=floor.iterations,
                median_ns=median,
                work=floor.work,
                throughput_per_second=floor.work / median * 1e9 if floor.work and median else None,
            )
        )
    return rows


def floor_share(level: LevelRecord, figures: LevelFigures, share: Share | None) -> FloorShare | None:
    """Return an arm's share of its floor, by the floor's name; None without one."""
    if share is None:
        return None
    floor = level.floors[figures.floors[share.floor] - len(level.arms)]
    assert floor.floor is not None  # only one of a kind bounds an arm
    bounds = share.interval
    return FloorShare(
        floor=floor.arm,
        kind=floor.floor,
        share=share.share,
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
    )


def why_beyond(level: LevelRecord, figures: LevelFigures, index: int, held: Shares) -> str | None:
    """Return the reason not to believe an arm: it is faster than the floor of its kind. None if it is not."""
    share = held.get(index)
    told = floor_share(level, figures, share)
    if share is None or told is None or not share.is_beyond:
        return None
    return sentence("below_floor", {**told.model_dump(), "arm": level.arms[index].arm})


def no_floor_cautions(level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
    """Return a caution for each kind of floor that arms have no share of because it was not measured."""
    kinds = {floor_kind(arm.tags, level.level) for arm in level.arms if is_ranked(arm, level.level)}
    found: list[tuple[str, dict[str, object]]] = []
    for kind in sorted(kinds):
        floors = [(number, floor) for number, floor in enumerate(level.floors, len(level.arms)) if floor.floor == kind]
        if floors and not any(number in figures.floors for number, _ in floors):
            reason = "; ".join(dict.fromkeys(floor.reason or "it has no sample" for _, floor in floors))
            found.append(("no_floor", {"kind": kind, "reason": reason}))
    return found


def _bounds(floor: Arm, arm: Arm, level: LevelRecord) -> bool:
    return is_ranked(arm, level.level) and has_floor(arm.tags, arm.guarantees, level.level, floor)


def _median(figures: LevelFigures, number: int) -> float | None:
    """Median over rounds of the rounds' medians, ns of one iteration; None if the floor has no sample."""
    if number not in figures.floors:
        return None
    import numpy as np

    from iotrial.stats.samples import median_over_blocks, present

    rounds = present(median_over_blocks(figures.floor_ns)[:, figures.floors.index(number)])
    return float(np.median(rounds)) if len(rounds) else None
