"""The answer to "what memory does it take?", beside the one about time: methods that take far more than the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice
from iotrial.report.layout import clean, joined
from iotrial.report.parts import gathered
from iotrial.report.times import begin, listed
from iotrial.store.kind_of_work import is_mapped
from iotrial.units import format_bytes

#: Less is noise of a runtime's own memory, or too little to matter.
LEAST_BYTES = 1 << 20

#: What is at least this share of the most is about the same.
ABOUT = 0.8

_MOST_NAMED = 3

#: What is not worth a figure beside much more.
SMALL = joined("under 1 MiB")


def memory_answer(choice: Choice, judged: JudgedRun) -> str:
    """Say which methods take more memory than the one to use, by how much at the most; "" if none does.

    What counts is what the work added in a process of its own. A method that maps its input has the page cache in its
    figure, which takes no more memory, and is left out.
    """
    more: dict[str, list[int]] = {}
    for level in judged.levels:
        use = level.by_name.get(choice.use)
        base = _added_bytes(use, level) if use is not None and level.level in choice.levels else None
        if use is None or base is None:
            continue
        for arm in level.arms:
            added = _added_bytes(arm, level)
            if arm.language == use.language and added is not None:
                more.setdefault(clean(arm.called), []).append(added - base)
    return _sentence(more, clean(choice.called))


def memory_of_snippets(level: JudgedLevel) -> list[str]:
    """Say for each language which of users' own snippets take more memory than the one that takes the least."""
    told = []
    for own in _added_by_language(level.arms, level):
        least, than = min((added, clean(arm.called)) for added, arm in own)
        told.append(_sentence({clean(arm.called): [added - least] for added, arm in own}, than))
    return list(filter(None, told))


def _sentence(more: Mapping[str, Sequence[int]], than: str) -> str:
    """Say which of these take more memory than another, those that take the most first; "" if none is worth a word.

    more: the method -> what it takes more at each of some levels.
    """
    found = sorted(
        ((name, sizes) for name, sizes in more.items() if max(sizes) >= LEAST_BYTES), key=lambda one: -max(one[1])
    )
    if not found:
        return ""
    shown = found if len(found) <= _MOST_NAMED + 1 else found[:_MOST_NAMED]
    (name, sizes), *others = shown
    told = [f"{begin(name)} takes {_more(sizes)} more memory than {than}"]
    told += [f"{name} {_more(sizes)}" for name, sizes in others]
    if len(found) > len(shown):
        rest = found[len(shown) :]
        told.append(f"{len(rest)} others up to {_size(max(rest[0][1]))}")
    return f"{listed(told)}."


def _added_bytes(arm: JudgedArm, level: JudgedLevel) -> int | None:
    """The memory that an arm's work added; None if it is not known, or is that of its input in the page cache."""
    memory = arm.record.memory
    if memory.peak_bytes is None or memory.before_bytes is None or arm.median_ns is None:
        return None
    mapped = arm.record.evidence.calls.get("mmap")  # snippets have no tags that would tell
    if is_mapped(arm.record.tags, level.level) or (mapped is not None and (mapped.bytes or 0) >= LEAST_BYTES):
        return None
    return max(0, memory.peak_bytes - memory.before_bytes)


def memory_notes(arms: Sequence[JudgedArm], level: JudgedLevel) -> dict[str, str]:
    """Return arm -> what memory its work added, if some of its language add much more than others; else nothing.

    Languages are told apart, since each has a runtime of its own.
    """
    notes: dict[str, str] = {}
    for own in _added_by_language(arms, level):
        sizes = [added for added, _ in own]
        if max(sizes) - min(sizes) >= LEAST_BYTES:
            notes |= {arm.arm: f"{_size(added) if added >= LEAST_BYTES else SMALL} of memory" for added, arm in own}
    return notes


def _added_by_language(arms: Sequence[JudgedArm], level: JudgedLevel) -> Iterable[list[tuple[int, JudgedArm]]]:
    """The memory that the work of each of some arms added, with the arm, language by language, where it is known."""
    known = ((arm, _added_bytes(arm, level)) for arm in arms)
    return gathered((arm.language, (added, arm)) for arm, added in known if added is not None).values()


def _more(sizes: Sequence[int]) -> str:
    """The most that a method takes more at any of the levels, with "up to" unless it is about the same at all."""
    most = max(sizes)
    return f"{'' if min(sizes) >= ABOUT * most else 'up to '}{_size(most)}"


def _size(byte_count: int) -> str:
    return joined(format_bytes(byte_count))
