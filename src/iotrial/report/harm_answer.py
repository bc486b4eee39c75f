"""The answer where records of several writers come to harm: with which methods, and where with all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.called_in_sentences import called_in_sentences
from iotrial.report.layout import joined
from iotrial.report.level_words import some_levels
from iotrial.report.times import capital, listed, some
from iotrial.store.record import Records

#: A longer list of names, or of sentences, is cut, with how many are left out.
_MOST_NAMES, _MOST_SENTENCES = 5, 4

#: What becomes of records that come to harm, in words.
_HARMS = {"lost": "lost", "torn": "torn", "interleaved": "mixed up", "doubled": "doubled", "unknown": "made up"}


def none_keeps_records(level: JudgedLevel) -> str:
    """Say that no method keeps every record; empty if some method does, or if there is none."""
    if not level.arms or not all(_harms(arm) for arm in level.arms):
        return ""
    count = len(level.arms)
    return f"none of the {count} methods keeps every record" if count > 1 else "the method does not keep every record"


def what_was_kept(judged: JudgedRun) -> list[str]:
    """Say what became of the records of several writers; nothing of a writer alone."""
    return harm_answers(judged) or none_is_harmed(judged)


def harm_answers(judged: JudgedRun) -> list[str]:
    """Say which methods harm records, and at which levels, in a sentence for each; none if no method does."""
    told: dict[tuple[str, ...], list[JudgedLevel]] = {}
    for level in judged.levels:
        harmful = tuple(arm.arm for arm in level.arms if _harms(arm))
        if harmful:
            told.setdefault(("",) if none_keeps_records(level) else harmful, []).append(level)
    texts, called = [], called_in_sentences(judged)
    by_weight = sorted(told.items(), key=lambda item: item[0] != ("",))  # the worst news first
    for names, levels in by_weight:
        said = _with_whom(names, levels, called) if names != ("",) else none_keeps_records(levels[0])
        where = "" if len(judged.levels) == 1 else f"At {_levels(judged, levels)} "
        texts.append(f"{where}{said}." if where else f"{capital(said)}.")
    rest = sum(len(levels) for _, levels in by_weight[_MOST_SENTENCES:])
    more = f"Records come to harm at {rest} more level{'s' * (rest > 1)}: --details."
    return [*texts[:_MOST_SENTENCES], *([more] if rest else [])]


def none_is_harmed(judged: JudgedRun) -> list[str]:
    """Say of how many records of several writers none came to harm; nothing if some did, or none was counted."""
    arms = [arm for level in judged.levels for arm in level.arms]
    counted = [(arm.arm, one) for arm in arms if (one := arm.record.records) is not None]
    if not any(one.handed for _, one in counted) or any(_harmed(one) for _, one in counted):
        return []
    timed = [arm.arm for arm in arms if arm.status == "measured"]
    counted = [(name, one) for name, one in counted if name in timed] or counted  # those that the table has
    handed = sum(one.handed for _, one in counted)
    names = list(dict.fromkeys(name for name, _ in counted))
    with_whom = called_in_sentences(judged)[names[0]] if len(names) == 1 else f"each of the {len(names)} methods"
    harms = listed([word for kind, word in _HARMS.items() if kind != "unknown"], "or")
    return [f"Every record of several writers is kept with {with_whom}: 0 of {handed:,} were {harms}."]


def _with_whom(names: Sequence[str], levels: Sequence[JudgedLevel], called: Mapping[str, str]) -> str:
    """`records are torn with fwrite() (2 of 1,239); each of the others kept all of its records, 1,024 or more`.

    Where few methods are left, they are the news: `every record is kept with write() (1,024); records are torn …`.
    """
    counted = [_counted(name, levels) for name in names]
    kinds = [word for kind, word in _HARMS.items() if any(getattr(one, kind) for every in counted for one in every)]
    shares = [
        f"{called[name]} {joined(f'({sum(map(_harmed, own)):,} of {sum(one.handed for one in own):,})')}"
        for name, own in zip(names, counted, strict=True)
    ]
    kept = {
        arm.arm: sum(one.handed for one in own)
        for arm in levels[0].arms
        if arm.arm not in names and arm.status == "measured" and (own := _counted(arm.arm, levels))
    }
    harmed = f"records are {listed(kinds, 'or')} with {listed(some(shares, _MOST_NAMES))}"
    if not kept:
        return harmed
    if len(kept) <= min(len(names), _MOST_NAMES):
        counts = f"{min(kept.values()):,}{' or more of each' if len(kept) > 1 else ''}"
        return f"every record is kept with {listed([called[name] for name in kept])} {joined(f'({counts})')}; {harmed}"
    return f"{harmed}; each of the others kept all of its records, {min(kept.values()):,} or more"


def _counted(name: str, levels: Sequence[JudgedLevel]) -> list[Records]:
    """Return the counts of a method at some levels."""
    every = [arm.record.records for level in levels for arm in level.arms if arm.arm == name]
    return [records for records in every if records is not None]


def _levels(judged: JudgedRun, levels: Sequence[JudgedLevel]) -> str:
    """Name levels, or say that they are all of them."""
    return "every level" if len(levels) == len(judged.levels) else some_levels(judged, [one.level for one in levels])


def _harms(arm: JudgedArm) -> bool:
    """True if a method is out since records of several writers came to harm."""
    found = arm.record.records
    return arm.status == "disqualified" and found is not None and _harmed(found) > 0


def _harmed(records: Records) -> int:
    """Count the records that came to harm."""
    return sum(getattr(records, kind) for kind in _HARMS)
