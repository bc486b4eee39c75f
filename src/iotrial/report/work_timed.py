"""The work that a time in a table is of: `each time is that of 10,000 records`.

A time is that of one iteration. With several workers at once an iteration is one piece of work; one worker alone does
all that its level names. Where a run has both, all times on its screen are of what the several do.
"""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import clean, joined
from iotrial.report.parts import Said
from iotrial.report.times import listed
from iotrial.units import exact_bytes

#: What stands under a table.
_EACH = "each time is that of {work}"
_IN_ORDER = "the times are, from left to right, those of {works}"


def work_called(work: float, unit: str) -> str:
    """Return an amount of work in a unit: `one record`, `10,000 records`, `4 KiB`."""
    if unit == "bytes":
        return joined(exact_bytes(round(work)))
    return joined(f"one {figures.one(clean(unit))}" if round(work) == 1 else f"{round(work):,} {clean(unit)}")


def work_of(level: JudgedLevel) -> int | None:
    """Return the work of one iteration at a level; None if it is not known, or not the same for all that were timed."""
    found = {arm.record.work for arm in level.arms if arm.status == "measured" and arm.median_ns is not None}
    return found.pop() if len(found) == 1 else None


def share_shown(judged: JudgedRun, level: JudgedLevel) -> float:
    """Return by what the times of a level are multiplied, so that they are of the same work as those of several."""
    together = {work_of(one) for one in judged.levels if _is_of_several(one)} - {None}
    work = work_of(level)
    if len(together) != 1 or not work or _is_of_several(level):
        return 1.0
    return (together.pop() or work) / work


def work_said(judged: JudgedRun, levels: Sequence[JudgedLevel], *, in_order: bool = True) -> str:
    """Say in a line what the times of some levels are of, as they are shown; "" if that is not known or is in a head.

    Levels of which each names its own work, such as `records=10` and `records=10000`, say it by themselves.
    in_order: levels with different works may be told one by one.
    """
    works = [(work_of(level) or 0) * share_shown(judged, level) for level in levels]
    if not works or not all(works):
        return ""
    told = [work_called(work, judged.work_unit) for work in works]
    if len(set(told)) == 1:
        return _EACH.format(work=told[0])
    if not in_order or all(work in level.level.values() for work, level in zip(works, levels, strict=True)):
        return ""
    return _IN_ORDER.format(works=listed(told))


def work_below(judged: JudgedRun, level: JudgedLevel) -> list[Said]:
    """Return the same as a line below the table of a level; nothing if the level has no such table."""
    said = work_said(judged, [level])
    return [Said(said, "dim")] if said else []


def _is_of_several(level: JudgedLevel) -> bool:
    return any(arm.several is not None for arm in level.arms)
