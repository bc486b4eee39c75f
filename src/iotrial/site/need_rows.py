"""The other needs of a reader of a task: the call that meets each, its price, and where that was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.answers.beside_use import told_to_use
from iotrial.answers.other_needs import offered
from iotrial.report.guarantee_words import all_of, also_said, condition_of
from iotrial.report.layout import clean
from iotrial.report.need_sentences import price_of
from iotrial.report.tier_sentences import notes_on
from iotrial.report.times import capital
from iotrial.site.also_measured import where_measured
from iotrial.site.site_run import RunAnswer, SiteRun, StudyAnswers


@dataclass(frozen=True)
class NeedRow:
    """A need, the quickest method that meets it, and its time beside the method to use.

    where: the conditions of the run that has the price; "" for those of the page's own answer. also: what else it
    gives, and what it risks where the need does not hold.
    """

    condition: str
    also: str
    arm: str
    called: str
    price: str
    is_open: bool
    run: SiteRun
    where: str


def need_rows(groups: Sequence[StudyAnswers]) -> list[NeedRow]:
    """Return a row for each need that a study knows a price of, beside the one method that the page says to use.

    Of several prices the first that is decided, of which that of the page's own answer comes first.
    """
    use = only_use(groups[0].shown) if groups else ""
    found: dict[str, NeedRow] = {}
    for group in groups if use else ():
        if only_use(group.shown) == use:
            for row in _rows(group.shown, groups[0].shown):
                known = found.get(row.condition)
                if known is None or (known.is_open and not row.is_open):
                    found[row.condition] = row
    return list(found.values())


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
            price=price_of(other) + notes_on(other, one.run.judged, is_named=True),
            is_open=not other.is_decided and not other.does_as_well,
            run=one.run,
            where=where,
        )
        for other, condition, also in told
    ]
