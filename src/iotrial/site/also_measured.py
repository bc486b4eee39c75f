"""The one-line additions of other studies of a task and language to the answer of its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.answers.beside_use import told_to_use
from iotrial.answers.other_needs import offered
from iotrial.ask.level_factors import varying
from iotrial.judge.bounds import Factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, OtherGuarantee, TimesOver
from iotrial.report.guarantee_words import condition_of
from iotrial.report.harm_answer import what_was_kept
from iotrial.report.layout import clean
from iotrial.report.level_words import DISK, TARGET, condition, sizes_said
from iotrial.report.need_sentences import price_of, what_else
from iotrial.report.ratio_words import takes
from iotrial.report.times import begin, listed, same_time, some, times
from iotrial.report.what_to_use import caveat_of, sentences_in
from iotrial.site.matrix import trust_of
from iotrial.site.run_in_language import measured_in
from iotrial.site.site_run import RunAnswer, SiteRun, StudyAnswers

#: More conditions, or more methods, than these are counted.
_MOST_CONDITIONS = 3
_MOST_METHODS = 6
_MOST_BEYOND = 3

#: What another study says, beside the answer of the page.
SAME = "{use}, as above."
AS_GOOD = "{name} and {use} take {same} there."
NOT_SETTLED = "It is not settled there which of {use} and {name} is quicker: {name} takes {times}."
OTHER = "Use {use}{caveat} there: {name} takes {times}."
GIVES_ELSE = "Use {use}{caveat} there; if {condition}: {name} ({price})."
NOT_COMPARED = "{name} was not compared there. Of those that were, use {use}{caveat}."
OPEN = "Unclear so far."
BESIDE = "Beside it:"

SAME_CONDITIONS = "the same conditions"


@dataclass(frozen=True)
class OtherMethod:
    """A method beside the one to use: when it is the one, what it takes, and its tier."""

    need: str
    called: str
    price: str
    tier: str


@dataclass(frozen=True)
class AlsoMeasured:
    """Another study: the run that is shown, its conditions as far as they are other ones, and what it adds.

    also: the methods that it has and the page's own answer lacks, as a link to it names them.
    """

    run: SiteRun
    where: str
    question: str
    sentences: list[str]
    methods: list[OtherMethod]
    also: list[str]
    trust: str
    all_runs: list[SiteRun]

    @property
    def address(self) -> str:
        """Return its place on the page."""
        return f"{self.run.judged.study}-{self.run.form}"

    @property
    def command(self) -> str:
        """Return what measures it."""
        return f"iotrial run {clean(self.run.judged.study)}{' --quick' * self.run.judged.quick}"


def also_measured(groups: Sequence[StudyAnswers]) -> list[AlsoMeasured]:
    """Return what the studies behind the first one add to it."""
    if not groups:
        return []
    first = groups[0].shown
    found = []
    places = Counter(where_measured(group.shown, first) for group in groups[1:])
    for group in groups[1:]:
        one = group.shown
        where = where_measured(one, first)
        found.append(
            AlsoMeasured(
                one.run,
                f"{where} ({clean(one.run.judged.study)})" if places[where] > 1 else where,
                clean(one.run.judged.question),
                *_added(one, first),
                _beyond(one, first),
                trust_of(group),
                [other.run for other in group.answers],
            )
        )
    return found


def _beyond(one: RunAnswer, first: RunAnswer) -> list[str]:
    """Return the methods of which a run has a figure and the first has none; of many the first."""
    known = {arm.arm for level in first.run.judged.levels for arm in level.arms if arm.status == "measured"}
    known |= _named(first).keys()
    return some([called for arm, called in _named(one).items() if arm not in known], _MOST_BEYOND)


def _named(one: RunAnswer) -> dict[str, str]:
    """Return the methods of an answer that says what to use -> how a sentence names them."""
    chosen = told_to_use(one.answer)
    uses = {choice.use: clean(choice.called) for choice in chosen}
    return {**uses, **{other.arm: clean(other.called) for choice in chosen for other in _every(choice)}}


def _levels(one: RunAnswer) -> list[Factors]:
    return [level for choice in one.answer.choices for level in choice.levels]


def where_measured(one: RunAnswer, first: RunAnswer) -> str:
    """Say the conditions of a run by what differs between them, or from those of the first; a disk of both is not."""
    judged, levels = one.run.judged, _levels(one)
    own = varying(levels)
    is_on_disk = all(level.get(TARGET) == DISK for level in [*levels, *_levels(first)])
    names = [name for name in varying([*levels, *_levels(first)]) if not (name == TARGET and is_on_disk)]
    alike = condition(judged, levels[0], [name for name in names if name not in own]) if levels else ""
    sizes = [value for level in levels if isinstance(value := level.get(own[0]), int)] if len(own) == 1 else []
    span = sizes_said(judged, own[0], sizes, "to") if sizes and len(sizes) == len(levels) else None
    told = listed([span] if span else some(_conditions(judged, levels, own), _MOST_CONDITIONS))
    if alike:
        told = told.removeprefix(f"{clean(judged.work_unit)} ")
    return (", " if told[:1].isdigit() else " ").join(filter(None, [alike, told])) or SAME_CONDITIONS


def _conditions(judged: JudgedRun, levels: Sequence[Factors], names: Sequence[str]) -> list[str]:
    """Return the different conditions in words."""
    return list(filter(None, dict.fromkeys(condition(judged, level, names) for level in levels)))


def _added(one: RunAnswer, first: RunAnswer) -> tuple[list[str], list[OtherMethod]]:
    """Return what a run says beside the first, in sentences, and the methods beside the one to use."""
    chosen = told_to_use(one.answer)
    if not chosen:
        return [OPEN], []
    uses = {choice.use: clean(choice.called) for choice in told_to_use(first.answer)}
    if len(chosen) > 1:
        return sentences_in(one.answer, one.run.judged)[:1], []
    (choice,) = chosen
    judged = one.run.judged
    told = [*what_was_kept(measured_in(judged, one.answer.language)), _beside_first(choice, uses)]
    if [choice.use] != list(uses):  # else they are rows of the page
        others = [other for other in choice.guarantees if other.arm not in uses]
        told += what_else(choice.model_copy(update={"guarantees": others}), judged)
    methods = _others(choice, judged)
    return [*filter(None, told), *([BESIDE] if methods else [])], methods


def _beside_first(choice: Choice, uses: dict[str, str]) -> str:
    """Say what a study has to do with the methods that the page says to use, arm -> how a sentence names it."""
    use = {"use": clean(choice.called), "caveat": caveat_of(choice)}
    if choice.use in uses:
        return begin(SAME.format(**use))
    found = next((one for one in _every(choice) if one.arm in uses and one.is_told), None)
    if found is None:
        return begin(NOT_COMPARED.format(name=listed(list(uses.values()), "or"), **use)) if uses else ""
    name = clean(found.called)
    if isinstance(found, OtherGuarantee):
        return GIVES_ELSE.format(condition=condition_of(found), name=name, price=price_of(found), **use)
    if found.tier == "as good":
        return begin(AS_GOOD.format(name=name, same=same_time([found]), **use))
    if found.tier == "unclear":
        return NOT_SETTLED.format(name=name, times=takes(*found.bounds), **use)
    return OTHER.format(name=name, times=times(found), **use)


def _others(choice: Choice, judged: JudgedRun) -> list[OtherMethod]:
    """Return the methods that give the same, quickest first, then others; of many the first.

    What may be needed beside the choice has words or rows of its own.
    """
    told = {one.arm for one in offered(choice, judged)}
    others = [one for one in _every(choice) if one.is_told and one.arm not in told][:_MOST_METHODS]
    return [OtherMethod(_need_of(one), clean(one.called), price_of(one), _tier(one)) for one in others]


def _need_of(one: TimesOver) -> str:
    """Say when a method is the one, before its name; "" of one that gives the same."""
    return f"if {condition_of(one)}: " if isinstance(one, OtherGuarantee) else ""


def _tier(one: TimesOver) -> str:
    return "other" if isinstance(one, OtherGuarantee) else one.tier


def _every(choice: Choice) -> list[TimesOver]:
    return [*sorted(choice.beside, key=lambda one: one.most), *choice.guarantees, *choice.unlike]
