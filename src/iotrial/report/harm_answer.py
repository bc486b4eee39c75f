"""The answer where records come to harm whatever the method: several writers, and none of the ways keeps them all."""

from __future__ import annotations

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.report.levels import some_levels


def none_keeps_records(level: JudgedLevel) -> str:
    """Say that no method keeps every record; empty if some method does, or if there is none."""
    if not level.arms or not all(arm.status == "disqualified" and _harms_records(arm) for arm in level.arms):
        return ""
    count = len(level.arms)
    return f"none of the {count} methods keeps every record" if count > 1 else "the method does not keep every record"


def harm_answers(judged: JudgedRun) -> list[str]:
    """Say at which levels no method keeps every record, in a sentence; none if there is no such level."""
    told: dict[str, list[JudgedLevel]] = {}
    for level in judged.levels:
        if said := none_keeps_records(level):
            told.setdefault(said, []).append(level)
    return [f"At {some_levels(judged, [one.level for one in levels])} {said}." for said, levels in told.items()]


def _harms_records(arm: JudgedArm) -> bool:
    """Return if records of several writers came to harm."""
    found = arm.several.records if arm.several is not None else None
    return found is not None and bool(found.lost or found.torn or found.interleaved or found.doubled or found.unknown)
