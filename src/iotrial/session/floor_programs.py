"""The floors that are measured beside the arms of a level: those with which some arm can be compared."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.catalog.model import Catalog, Method
from iotrial.store.kind_of_work import has_floor, is_untouched
from iotrial.study.model import Level
from iotrial.workers.state import ArmState


def floors_of(level: Level, arms: Sequence[ArmState], floors: Sequence[Method], catalog: Catalog) -> list[ArmState]:
    """Return the floors that bound some arm of a level; their indices follow those of the arms."""
    states = [ArmState(0, floor.arm, "floor", floor, catalog.kits[floor.language]) for floor in floors]
    bounding = [state for state in states if any(_bounds(state, arm, level) for arm in arms)]
    for number, state in enumerate(bounding):
        state.index = len(arms) + number
    return bounding


def _bounds(floor: ArmState, arm: ArmState, level: Level) -> bool:
    method = arm.method
    if is_untouched(method.tags, level.factors):
        return False
    return has_floor(method.tags, method.guarantees, level.factors, floor.record())
