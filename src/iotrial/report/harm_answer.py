"""The answer where records of several writers come to harm: with which methods, and where whatever the method."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.report.layout import clean
from iotrial.report.levels import some_levels
from iotrial.report.times import listed, some

#: A longer list of names, or of sentences, is cut, with how many are left out.
_MOST_NAMES, _MOST_SENTENCES = 5, 4


def none_keeps_records(level: JudgedLevel) -> str:
    """Say that no method keeps every record; empty if some method does, or if there is none."""
    if not level.arms or not all(arm.status == "disqualified" and _harms_records(arm) for arm in level.arms):
        return ""
    count = len(level.arms)
    return f"none of the {count} methods keeps every record" if count > 1 else "the method does not keep every record"


def harm_answers(judged: JudgedRun) -> list[str]:
    """Say which methods harm records, and at which levels, in a sentence for each; none if no method does."""
    told: dict[str, list[JudgedLevel]] = {}
    for level in judged.levels:
        harmful = [clean(arm.arm) for arm in level.arms if arm.status == "disqualified" and _harms_records(arm)]
        if said := none_keeps_records(level):
            told.setdefault(said, []).append(level)
        elif harmful:
            told.setdefault(f"records come to harm with {listed(some(harmful, _MOST_NAMES))}", []).append(level)
    if len(judged.levels) == 1:
        return [f"{said[0].upper()}{said[1:]}." for said in told]
    texts = [f"At {_levels(judged, levels)} {said}." for said, levels in told.items()]
    rest = sum(len(levels) for levels in list(told.values())[_MOST_SENTENCES:])
    return [*texts[:_MOST_SENTENCES], *([f"So they do with others at {rest} more levels: --details."] if rest else [])]


def _levels(judged: JudgedRun, levels: Sequence[JudgedLevel]) -> str:
    """Name levels, or say that they are all of them."""
    return "every level" if len(levels) == len(judged.levels) else some_levels(judged, [one.level for one in levels])


def _harms_records(arm: JudgedArm) -> bool:
    """Return if records of several writers came to harm."""
    found = arm.several.records if arm.several is not None else None
    return found is not None and bool(found.lost or found.torn or found.interleaved or found.doubled or found.unknown)
