"""The answer to "what memory does it take?", beside the one about time: methods that take far more than the others."""

from __future__ import annotations

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.judged_run import JudgedRun
from iotrial.analysis.language_answer import Choice
from iotrial.report.layout import clean, joined
from iotrial.report.times import listed
from iotrial.store.kind_of_work import is_mapped
from iotrial.units import format_bytes

#: What is less is noise of a runtime's own memory, or nothing that anybody minds.
LEAST_BYTES = 1 << 20

_MOST_NAMED = 3


def memory_answer(choice: Choice, judged: JudgedRun) -> str:
    """Say which methods take more memory than the one to use, by how much at the most; "" if none does.

    What counts is what the work added in a process of its own. A method that maps its input has the page cache in its
    figure, which takes no more memory, and is left out.
    """
    more: dict[str, int] = {}
    for level in judged.levels:
        use = level.by_name.get(choice.use)
        base = _added(use, level) if use is not None and level.level in choice.levels else None
        if use is None or base is None:
            continue
        for arm in level.arms:
            added = _added(arm, level)
            if arm.language == use.language and added is not None and added - base >= LEAST_BYTES:
                name = clean(arm.called)
                more[name] = max(more.get(name, 0), added - base)
    if not more:
        return ""
    found = sorted(more.items(), key=lambda one: -one[1])
    shown = found if len(found) <= _MOST_NAMED + 1 else found[:_MOST_NAMED]
    (name, size), *others = shown
    told = [f"{name} takes {_size(size)} more memory than {clean(choice.called)}"]
    told += [f"{name} {_size(size)}" for name, size in others]
    if len(found) > len(shown):
        told.append(f"{len(found) - len(shown)} others less")
    return f"{listed(told)}."


def _added(arm: JudgedArm, level: JudgedLevel) -> int | None:
    """The memory that an arm's work added; None if it is not known, or is that of its input in the page cache."""
    if arm.peak_bytes is None or arm.before_bytes is None or arm.median_ns is None or is_mapped(arm.tags, level.level):
        return None
    return max(0, arm.peak_bytes - arm.before_bytes)


def _size(byte_count: int) -> str:
    return joined(format_bytes(byte_count))
