"""The sentences about what else a reader may need: the method that gives it, and its price."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.answers import sentences as words
from iotrial.answers.other_needs import far_quicker, offered, slower_unlike
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, OtherGuarantee, TimesOver
from iotrial.report.guarantee_words import also_said, condition_of, given_said
from iotrial.report.layout import clean
from iotrial.report.ratio_words import takes
from iotrial.report.tier_sentences import MOST_SLOWER, joint, notes_on
from iotrial.report.times import begin, difference, listed, same_time, some, times

_MOST_GUARANTEES = 4


def needs_of(choice: Choice, judged: JudgedRun) -> list[str]:
    """Return a sentence for each other thing that may be needed, and one for what gives less and takes longer."""
    first, rest = parted_needs(choice, judged)
    return [*first, *rest]


def parted_needs(choice: Choice, judged: JudgedRun) -> tuple[list[str], list[str]]:
    """Return the same in two parts: the sentences of what is far quicker, which stand first, and the rest."""
    every = offered(choice, judged)[:_MOST_GUARANTEES]
    far = far_quicker(every)
    rest = [one for one in every if one not in far]
    return _needs(far, judged), [*_needs(rest, judged), *filter(None, [outdone_said(choice, judged)])]


def others_slower(choice: Choice) -> list[str]:
    """Name methods that give something else, none of which is offered, and that take longer; [] if there are none.

    Where no table shows them, a reader would take their silence for consent.
    """
    named = [
        words.AVOID_OTHER.format(name=clean(one.called), times=times(one, short=number > 0), notes="")
        for number, one in enumerate(slower_unlike(choice))
    ]
    return [words.OTHERS_SLOWER.format(told=listed(some(named, MOST_SLOWER)))] if named else []


def what_else(choice: Choice, judged: JudgedRun) -> list[str]:
    """Return `If no lock is needed: fwrite() (2.1 times as fast).` for each other thing that may be needed."""
    return _needs(offered(choice, judged)[:_MOST_GUARANTEES], judged)


def _needs(priced: Sequence[OtherGuarantee], judged: JudgedRun) -> list[str]:
    return [
        words.NEED.format(
            condition=condition_of(one),
            name=clean(one.called),
            price=price_of(one),
            also=also_said(one),
            notes=notes_on(one, judged, within=True),
        )
        for one in priced
    ]


def price_of(one: TimesOver) -> str:
    """Say what a method takes beside the one to use."""
    if one.does_as_well:
        return same_time([one])
    is_of_one = one.least == one.most and not one.not_decided_at
    low, high = one.bounds
    if not one.is_decided and not low <= 1 <= high:  # by its bounds, which may still move
        return words.PRICE_SO_FAR.format(times=takes(low, high))
    if not one.is_decided or (is_of_one and low < 1 < high):
        return words.PRICE_OPEN.format(times=takes(low, high))
    return difference(one.least, one.most)


def outdone_said(choice: Choice, judged: JudgedRun) -> str:
    """Say of methods that give less than the one to use that they take longer, too; "" if there are none."""
    outdone = [one for one in choice.guarantees if one.is_outdone][:_MOST_GUARANTEES]
    if not outdone:
        return ""
    first, *others = outdone
    told = [
        f"{clean(one.called)} ({given_said(one)}) {times(one, short=True)}{notes_on(one, judged)}" for one in others
    ]
    return words.GIVES_LESS.format(
        first=begin(clean(first.called)),
        guarantees=given_said(first),
        times=times(first),
        notes=notes_on(first, judged),
        others=f"{joint(told)}{listed(told)}",
    )
