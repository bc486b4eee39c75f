"""Guarantees in the job's words, which say when they are needed, or else by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.answers import sentences as words
from iotrial.answers.other_needs import is_needed_for_more
from iotrial.judge.language_answer import OtherGuarantee, TimesOver
from iotrial.report.layout import clean, joined
from iotrial.report.times import listed


def gives_more_said(one: TimesOver) -> str:
    """Say when a method that gives more is the one, in the job's words if it has some."""
    return _said(one.gives_more, one.more_if, words.NOTE_MORE, words.NOTE_MORE_IF)


def also_said(one: OtherGuarantee) -> str:
    """Say what a method gives beside what it is needed for, and what it risks where its condition does not hold."""
    is_beside = one.also and not is_needed_for_more(one)
    also = _said(one.also, one.more_if, words.NEED_ALSO, words.NEED_ALSO_IF) if is_beside else ""
    return also + "".join(words.NEED_RISK.format(risk=clean(risk)) for risk in one.risks)


def given_said(one: OtherGuarantee) -> str:
    """Say what a method gives, in the job's words if it has some."""
    return _said(one.gives, one.conditions, "{guarantees}", words.ONLY_IF)


def condition_of(one: OtherGuarantee) -> str:
    """Return the words after `if`: the need for a guarantee, in the job's own words if it has some."""
    if one.conditions:
        needed = one.more_if if is_needed_for_more(one) else []
        return all_of([*needed, *one.conditions])
    return words.NEED_GUARANTEE.format(guarantees=named_guarantees(one.gives))


def all_of(conditions: Sequence[str]) -> str:
    """Join conditions as they go on behind `if`; one that has a comma or an `and` of its own is set off by an `if`."""
    told = [clean(text) for text in conditions]
    return ("; and if " if any(", " in text or " and " in text for text in told) else " and ").join(told)


def named_guarantees(guarantees: Mapping[str, str]) -> str:
    """Write guarantees as they are declared: `lock=record, append=yes`."""
    return joined(", ".join(f"{clean(name)}={clean(value)}" for name, value in guarantees.items()))


def _said(guarantees: Mapping[str, str], conditions: Sequence[str], named: str, in_words: str) -> str:
    """Fill in the sentence for the job's words, which say when guarantees are needed, or else that for their names."""
    if conditions:
        return in_words.format(conditions=listed([clean(need) for need in conditions]))
    return named.format(guarantees=named_guarantees(guarantees))
