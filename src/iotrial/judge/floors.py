"""The floors of a level: how near each arm comes to the least time that was seen for its work (rule 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from iotrial.judge.judge_arm import is_ranked
from iotrial.judge.judged_arm import FloorShare, MeasuredArm
from iotrial.store.kind_of_work import floor_kind, has_floor
from iotrial.store.level_figures import LevelFigures
from iotrial.store.record import PLACEBO, Arm, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.floor import Beaten, Share
    from iotrial.stats.replication import Replication


@dataclass(frozen=True)
class Held:
    """The arms of a level beside its floors: the share of each by its index, and the references that arms beat."""

    shares: Mapping[int, Share] = field(default_factory=dict)
    beaten: Sequence[Beaten] = ()


def floor_shares_of(run: Run, level: LevelRecord, figures: LevelFigures, replication: Replication) -> Held:
    """Return each arm's share of its floor; nothing if no reference was measured."""
    if not figures.floors:
        return Held()
    from iotrial.stats.floor import Candidates, shares

    records = [level.floors[number - len(level.arms)] for number in figures.floors]
    places = {place: index for place, index in enumerate(figures.arms) if index != PLACEBO}
    candidates = {
        place: Candidates(
            [number for number, floor in enumerate(records) if _bounds(floor, level.arms[index], level)],
            [
                other
                for other, another in places.items()
                if other != place and _does_as_much(level.arms[another], level.arms[index], level)
            ],
        )
        for place, index in places.items()
    }
    found, beaten = shares(figures.time_ns, figures.floor_ns, candidates, margin=run.margin, replication=replication)
    return Held({figures.arms[place]: share for place, share in found.items()}, beaten)


def judged_floors(level: LevelRecord, figures: LevelFigures) -> list[MeasuredArm]:
    """Return each floor with its time."""
    rows = []
    for number, floor in enumerate(level.floors, start=len(level.arms)):
        median = _median(figures, number)
        rows.append(
            MeasuredArm(
                record=floor,
                status="skipped" if level.status == "skipped" else floor.status,
                reason=floor.reason or level.reason,
                median_ns=median,
                throughput_per_second=floor.work / median * 1e9 if floor.work and median else None,
            )
        )
    return rows


def floor_share(level: LevelRecord, figures: LevelFigures, share: Share | None) -> FloorShare | None:
    """Return an arm's share of its floor, by the floor's name; None without one."""
    if share is None:
        return None
    if share.arm is not None:
        arm = level.arms[figures.arms[share.arm]]
        floor, kind = arm.arm, floor_kind(arm.tags, level.level)
    else:
        assert share.reference is not None
        reference = _reference(level, figures, share.reference)
        assert reference.floor is not None  # only one of a kind bounds an arm
        floor, kind = reference.arm, reference.floor
    bounds = share.interval
    return FloorShare(
        floor=floor,
        is_arm=share.arm is not None,
        kind=kind,
        share=share.share,
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
    )


def beaten_cautions(level: LevelRecord, figures: LevelFigures, held: Held) -> list[tuple[str, dict[str, object]]]:
    """Return a caution for each reference that arms are shown to beat, with the arm that beats it by most (rule 17)."""
    most: dict[int, Beaten] = {}
    for one in held.beaten:
        if one.reference not in most or one.interval.center > most[one.reference].interval.center:
            most[one.reference] = one
    found: list[tuple[str, dict[str, object]]] = []
    for one in most.values():
        reference, bounds = _reference(level, figures, one.reference), one.interval
        told = {"floor": reference.arm, "kind": reference.floor, "arm": level.arms[figures.arms[one.arm]].arm}
        found.append(("reference_beaten", {**told, "share": bounds.center, "low": bounds.low, "high": bounds.high}))
    return found


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


def _does_as_much(other: Arm, arm: Arm, level: LevelRecord) -> bool:
    """True if the time of another arm may be an arm's floor: it is of its kind, and guarantees no less."""
    both = is_ranked(other, level.level) and is_ranked(arm, level.level)
    same = floor_kind(other.tags, level.level) == floor_kind(arm.tags, level.level)
    return both and same and arm.guarantees.items() <= other.guarantees.items()


def _reference(level: LevelRecord, figures: LevelFigures, place: int) -> Arm:
    return level.floors[figures.floors[place] - len(level.arms)]


def _median(figures: LevelFigures, number: int) -> float | None:
    """Median over rounds of the rounds' medians, ns of one iteration; None if the floor has no sample."""
    if number not in figures.floors:
        return None
    import numpy as np

    from iotrial.stats.level_samples import median_over_blocks, present

    rounds = present(median_over_blocks(figures.floor_ns)[:, figures.floors.index(number)])
    return float(np.median(rounds)) if len(rounds) else None
