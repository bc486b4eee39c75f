"""The references that are measured beside the arms of a level: those with which some arm can be compared (rule 17)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.parameters import settled, split
from iotrial.ask.study import Level
from iotrial.store.kind_of_work import has_floor, is_untouched
from iotrial.workers.state import ArmState, LevelState

#: A size is tried at this many times the one before, from the least to the most that a reference declares.
STEP = 4


def floors_of(level: Level, arms: Sequence[ArmState], floors: Sequence[Method], catalog: Catalog) -> list[ArmState]:
    """Return the references of some arm of a level, in each size that is tried; indices follow those of the arms."""
    bounding = [floor for floor in floors if any(_bounds(floor, arm.method, level) for arm in arms)]
    sized = [settled(floor, values) if values else floor for floor in bounding for values in sizes(floor)]
    return [
        ArmState(len(arms) + number, floor.arm, "floor", floor, catalog.kits[floor.language])
        for number, floor in enumerate(sized)
    ]


def sizes(floor: Method) -> list[Mapping[str, int]]:
    """Return the values of a reference's parameters that are tried; one empty set if it has none."""
    axes = []
    for parameter in floor.parameters:
        steps = [parameter.least]
        while steps[-1] * STEP <= parameter.most:
            steps.append(steps[-1] * STEP)
        axes.append([(parameter.name, value) for value in steps])
    return [dict(values) for values in itertools.product(*axes)]


def keep_quickest(level: LevelState) -> None:
    """Of each reference keep the size whose time of one iteration was the least; nothing of this is analysed."""
    kept: list[ArmState] = []
    for _, group in itertools.groupby(level.floors, key=lambda floor: split(floor.arm)[0]):
        tried = list(group)
        well = [floor for floor in tried if floor.is_timed]
        kept.append(min(well, key=lambda floor: floor.ns or float("inf")) if well else tried[0])
    level.floors = kept
    for number, floor in enumerate(kept):
        floor.index = len(level.arms) + number


def is_tried(floor: ArmState) -> bool:
    """True if a reference is one of several sizes of it."""
    return floor.role == "floor" and bool(floor.method.parameters)


def _bounds(floor: Method, method: Method, level: Level) -> bool:
    is_read = not is_untouched(method.tags, level.factors)
    return is_read and has_floor(method.tags, method.guarantees, level.factors, floor)
