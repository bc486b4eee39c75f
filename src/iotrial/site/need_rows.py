"""The other needs of a reader of a task: the call that meets each, its price, and where that was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.answers.beside_use import told_to_use
from iotrial.answers.other_needs import PricedPromise, offered, promise_of
from iotrial.judge.language_answer import TimesOver
from iotrial.report.guarantee_words import all_of, also_said, condition_of
from iotrial.report.layout import clean
from iotrial.report.need_sentences import price_of
from iotrial.report.tier_sentences import notes_on
from iotrial.report.times import capital
from iotrial.site.also_measured import SAME_CONDITIONS, where_measured
from iotrial.site.site_run import RunAnswer, SiteRun, StudyAnswers

BY_CONDITION = ", by condition"


@dataclass(frozen=True)
class NeedRow:
    """A need, the quickest method that meets it, and its time beside the method to use.

    where: the conditions of the run that has the price; "" for those of the page's own answer. also: what else it
    gives, and what it risks where the need does not hold. promise: all of that, with the bounds of its time.
    """

    condition: str
    also: str
    arm: str
    called: str
    price: str
    is_open: bool
    run: SiteRun
    where: str
    promise: PricedPromise

    def is_outdone_by(self, other: NeedRow) -> bool:
        """True if another method gives as much under the same conditions in less time."""
        is_alike = {self.where, other.where} <= {"", SAME_CONDITIONS}
        return is_alike and self.promise.is_outdone_by(other.promise, self.run.judged.more)


def need_rows(groups: Sequence[StudyAnswers]) -> list[NeedRow]:
    """Return a row for each need that a study knows a price of, beside the one method that the page says to use.

    Of several prices the first that is decided, of which that of the page's own answer comes first. No row has a method
    beside which another does all of it in less time, nor what an earlier row says of the same method.
    """
    use = only_use(groups[0].shown) if groups else ""
    found: dict[str, NeedRow] = {}
    for group in groups if use else ():
        if only_use(group.shown) == use:
            for row in _rows(group.shown, groups[0].shown):
                known = found.get(row.condition)
                if known is None or (known.is_open and not row.is_open):
                    found[row.condition] = row
    every = list(found.values())
    kept: dict[tuple[str, frozenset[tuple[str, str]]], NeedRow] = {}
    for row in every:
        if not any(row.is_outdone_by(other) for other in every):
            kept.setdefault((row.arm, frozenset(row.promise.guarantees.items())), row)
    return list(kept.values())


def only_use(one: RunAnswer) -> str:
    """Return the only method that an answer says to use; "" if it depends, or is open."""
    chosen = told_to_use(one.answer)
    return chosen[0].use if len(chosen) == len(one.answer.choices) == 1 else ""


def _rows(one: RunAnswer, first: RunAnswer) -> list[NeedRow]:
    (choice,) = told_to_use(one.answer)
    more = sorted((other for other in choice.beside if other.more_if and other.is_told), key=lambda other: other.most)
    told = [
        *((other, condition_of(other), also_said(other)) for other in offered(choice, one.run.judged)),
        *((other, all_of(other.more_if), "") for other in more),
    ]
    where = "" if one is first else where_measured(one, first)
    return [
        NeedRow(
            condition=condition,
            also=capital(also.lstrip(",; ")),
            arm=other.arm,
            called=clean(other.called),
            price=price_of(other) + _spread(other) + notes_on(other, one.run.judged, is_named=True),
            is_open=not other.is_decided and not other.does_as_well,
            run=one.run,
            where=where,
            promise=promise_of(other, choice, one.run.judged),
        )
        for other, condition, also in told
    ]


def _spread(other: TimesOver) -> str:
    """Say that a price differs between the conditions of its run; else it would read as an interval."""
    return BY_CONDITION if other.is_decided and other.least != other.most and not other.does_as_well else ""
