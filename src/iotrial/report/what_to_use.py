"""The methods to use, in the words of a colleague: a sentence or a few for each language, and one over all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.report.effect_answer import effect_answers
from iotrial.report.harm_answer import harm_answers, none_is_harmed
from iotrial.report.layout import clean, joined
from iotrial.report.level_places import at_levels, before, of_all, throughout
from iotrial.report.level_words import some_levels
from iotrial.report.memory_answer import memory_answer
from iotrial.report.times import (
    begin,
    between,
    compared,
    difference,
    is_told,
    listed,
    ratio,
    same_time,
    some,
    times,
)

#: A longer list is cut in its middle, so that the slowest is always told.
_MOST_SLOWER = 5
_MOST_GUARANTEES = 4
_MOST_CHOICES = 3
_MOST_OTHERS = 2

#: Budgets that are advised if the rounds were too few.
_MINUTES = (1, 2, 3, 5, 10, 20, 30, 60)


#: The beginning of the sentence over all languages, which is of no use to those who work in one.
OVER_ALL = "In any language: "


def what_to_use(judged: JudgedRun) -> list[str]:
    """Return the answers, a text for each language; empty if the run compares nothing."""
    return [" ".join(sentences) for sentences in sentences_to_use(judged)]


def sentences_to_use(judged: JudgedRun) -> list[list[str]]:
    """Return the answers sentence by sentence: if records of several writers come to harm, what another condition
    does, then for each language what to use.
    """
    over_all = _any_language(judged)
    harm = harm_answers(judged) or none_is_harmed(judged)
    texts = [harm, effect_answers(judged), *_languages(judged)]
    return [text for text in [*texts, [over_all] if over_all else []] if text]


def told_to_use(answer: LanguageAnswer) -> Sequence[Choice]:
    """Return the choices whose method the answer says to use; none if it cannot tell yet."""
    return () if _has_too_few(answer) else [choice for choice in answer.choices if not choice.is_open]


def _has_too_few(answer: LanguageAnswer) -> bool:
    """True if nothing is known of any other method, since there were too few rounds."""
    others = [one for choice in answer.choices for one in _every(choice)]
    return bool(others) and not any(map(is_told, others))


def _languages(judged: JudgedRun) -> list[list[str]]:
    """Return the answer for each language; those of which nothing is known yet share one, at the place of the first."""
    few = [answer for answer in judged.answers if _has_too_few(answer)]
    return [
        _known_too_little(few, judged) if answer in few else _language(answer, judged)
        for answer in judged.answers
        if answer not in few[1:]
    ]


def _known_too_little(few: Sequence[LanguageAnswer], judged: JudgedRun) -> list[str]:
    names = listed([clean(answer.called) for answer in few])
    more = f"give it more time, such as --budget {_more(judged.seconds)}"
    return [f"In {names}: cannot tell after so few rounds; {more}."]


def _language(answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    name = clean(answer.called)
    if len(answer.choices) == 1:
        (choice,) = answer.choices
        name += throughout(choice, judged)
        if choice.is_alone:
            return [
                f"In {name}: {_use(choice)}; {_alone(choice, answer, judged)}.",
                *_beside(choice, judged),
            ]
        if choice.is_open:
            return [
                f"In {name}: cannot tell yet which to use. {_undecided(choice, judged, beside=choice.called)}",
                *_conditions(choice, judged),
            ]
        return [
            f"In {name}: {_use(choice)}.",
            *_beside(choice, judged),
            *filter(None, [memory_answer(choice, judged)]),
        ]
    where = [at_levels(answer, number, judged.work_unit) for number in range(len(answer.choices))]
    shown = list(zip(answer.choices, where, strict=True))[:_MOST_CHOICES]
    told = "; ".join(f"{before(at)} {_use(choice)}" for choice, at in shown)
    rest = len(where) - len(shown)
    more = f"; {rest} more levels differ" if rest else ""
    everywhere = of_all([level for choice in answer.choices for level in choice.levels], judged)
    return [
        f"In {name}{everywhere and f'{everywhere},'} it depends: {told}{more}.",
        *_slowest(shown),
        *_conditions_of_the_left(shown, judged),
    ]


def _use(choice: Choice) -> str:
    """`use spdlog, if the last messages may be lost`: the method, and what it gives up; or that it is still open."""
    if choice.is_open:
        return "cannot tell yet"
    words = dict.fromkeys(map(clean, choice.if_given_up))
    if choice.is_alone:  # all that are named beside it give something else
        words |= dict.fromkeys(clean(word) for one in _priced(choice) for word in one.instead)
    if words:
        return f"use {clean(choice.called)}, if {' and '.join(words)}"
    given = f", which gives {_named(choice.gives_up)} only" if choice.gives_up else ""
    return f"use {clean(choice.called)}{given}"


def _slowest(choices: Sequence[tuple[Choice, str]]) -> list[str]:
    """The cost of the worst choice, and where it is."""
    costs = [(cost, at) for choice, at in choices if (cost := _cost(choice)) is not None]
    if not costs:
        return []
    cost, at = max(costs, key=lambda one: one[0].most)
    as_long = f"{_factor(cost.most)} as long as the one to use {at}"
    return [f"The slowest, {clean(cost.called)}, takes up to {as_long}."]


def _conditions_of_the_left(choices: Sequence[tuple[Choice, str]], judged: JudgedRun) -> list[str]:
    """The price of other guarantees where one method alone is left: the rest of what there is to choose from."""
    return [
        f"{at[0].upper()}{at[1:]}, {'; '.join(told)}."
        for choice, at in choices
        if choice.is_alone and (told := _needs(choice, judged))
    ]


def _more(seconds: float | None) -> str:
    """A budget that a person would type, at least half as long again as the run took."""
    minutes = next((one for one in _MINUTES if 60 * one >= 1.5 * (seconds or 0.0)), _MINUTES[-1])
    return f"{minutes}min"


def _cost(choice: Choice) -> TimesOver | None:
    """The dearest of what could be chosen instead."""
    return max([*choice.slower, *choice.at_times], key=lambda one: one.most, default=None)


def _beside(choice: Choice, judged: JudgedRun) -> list[str]:
    """The other methods, beside the one to use."""
    told = [text for text in (_as_well(choice, judged), _undecided(choice, judged), _slower(choice, judged)) if text]
    return [*told, *_conditions(choice, judged)]


def _as_well(choice: Choice, judged: JudgedRun) -> str:
    close = [one for one in choice.as_well if one.does_as_well]
    if not close:
        return ""
    does = "does" if len(close) == 1 else "do"
    named = listed([f"{clean(one.called)}{_elsewhere(one, judged)}" for one in close])
    return f"{begin(named)} {does} as well ({same_time(close)})."


def _undecided(choice: Choice, judged: JudgedRun, beside: str = "") -> str:
    """The methods of which nothing is shown, with how far off they may be."""
    rest = [one for one in choice.as_well if not one.does_as_well]
    known = [one for one in rest if is_told(one)]
    shown = known[:_MOST_SLOWER]
    told = [
        (
            f"{clean(one.called)} takes between {between([one])} times as long"
            if not number
            else f"{clean(one.called)} between {between([one])}"
        )
        + (f" ({clean(one.never_equal)})" if one.never_equal else "")
        + _elsewhere(one, judged)
        for number, one in enumerate(shown)
    ]
    if len(known) > len(shown):
        told.append(f"{len(known) - len(shown)} more are open too")
    start = f"Compared with {clean(beside)}, " if beside else "Not decided yet: "
    texts = [f"{start}{listed(told)}."] if told else []
    if few := [one for one in rest if not is_told(one)]:
        texts.append(f"Too few rounds to compare {listed(some([clean(one.called) for one in few], _MOST_SLOWER))}.")
    return " ".join(texts)


def _slower(choice: Choice, judged: JudgedRun) -> str:
    rest = sorted([*choice.at_times, *choice.slower], key=lambda one: one.most)
    if not rest:
        return ""
    shown = rest if len(rest) <= _MOST_SLOWER else [*rest[: _MOST_SLOWER - 1], rest[-1]]
    first, *others = shown
    told = [f"{begin(clean(first.called))} takes {times(first)} as long{_moves(first)}{_elsewhere(first, judged)}"]
    told += [f"{clean(one.called)} {times(one, short=True)}{_moves(one)}{_elsewhere(one, judged)}" for one in others]
    if len(rest) > len(shown):
        told.insert(-1, f"{len(rest) - len(shown)} more in between")
    return f"{listed(told)}."


def _moves(one: TimesOver) -> str:
    """Say that a ratio is not its last one, though it is slower wherever that goes."""
    if one.moving is None:
        return ""
    return f" ({'it' if one.moving == one.called else clean(one.moving)} still moves)"


def _elsewhere(one: TimesOver, judged: JudgedRun) -> str:
    """` (no difference shown at entries=10; no figure at entries=0)`: the levels that a ratio is not of."""
    told = [
        f"{what} at {some_levels(judged, levels)}"
        for what, levels in (("no difference shown", one.not_decided_at), ("no figure", one.no_figure_at))
        if levels
    ]
    return f" ({'; '.join(told)})" if told else ""


def _conditions(choice: Choice, judged: JudgedRun) -> list[str]:
    """A sentence for each other thing that may be needed."""
    return [*(f"I{text[1:]}." for text in _needs(choice, judged)), *filter(None, [_outdone(choice, judged)])]


def _needs(choice: Choice, judged: JudgedRun) -> list[str]:
    """`if no lock is needed: fwrite() (2.1 times as fast)` for each other thing that may be needed."""
    return [
        f"if {_condition(one)}: {clean(one.called)} ({_price(one)}{_also(one)}){_elsewhere(one, judged)}"
        for one in _priced(choice)[:_MOST_GUARANTEES]
    ]


def _priced(choice: Choice) -> list[OtherGuarantee]:
    """The methods that give something else, which may be needed: one thing, or several that none gives alone."""
    known = [one for one in choice.guarantees if is_told(one) and not one.is_outdone]
    single = [one for one in known if len(one.gives) == 1]
    given = {item for one in single for item in one.gives.items()}
    return [*single, *(one for one in known if len(one.gives) > 1 and given.isdisjoint(one.gives.items()))]


def _outdone(choice: Choice, judged: JudgedRun) -> str:
    """Say of methods that give less than the one to use that they take longer, too; "" if there are none."""
    outdone = [one for one in choice.guarantees if one.is_outdone][:_MOST_GUARANTEES]
    if not outdone:
        return ""
    first, *others = outdone
    told = [f"{begin(clean(first.called))} gives less ({_given(first)}) and takes {times(first)} as long"]
    told[0] += _elsewhere(first, judged)
    told += [f"{clean(one.called)} ({_given(one)}) {times(one, short=True)}{_elsewhere(one, judged)}" for one in others]
    return f"{listed(told)}."


def _given(one: OtherGuarantee) -> str:
    """The guarantees in which a method differs: `ranges=no, streams=no`."""
    return _named(one.gives)


def _also(one: OtherGuarantee) -> str:
    """The guarantees of which it gives more than the one to use: its price is for those, too."""
    return f", with {_named(one.also)} too" if one.also else ""


def _named(guarantees: Mapping[str, str]) -> str:
    return joined(", ".join(f"{clean(name)}={clean(value)}" for name, value in guarantees.items()))


def _price(one: TimesOver) -> str:
    if one.does_as_well:
        return same_time([one])
    is_of_one = one.least == one.most and not one.not_decided_at
    if not one.is_decided or (is_of_one and (one.low or 0) < 1 < (one.high or 0)):
        return f"not clear yet: between {between([one])} times as long"
    return f"{difference(one.least, one.most)}{_moves(one)}"


def _condition(one: OtherGuarantee) -> str:
    """The need for a guarantee, in the job's own words if it has some."""
    if one.conditions:
        return " and ".join(clean(words) for words in one.conditions)
    return f"you need {_given(one)}"


def _alone(choice: Choice, answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Say that no other method gives the same guarantees, or that those that do could not be compared."""
    others = dict.fromkeys(
        clean(arm.arm)
        for level in judged.levels
        if level.level in choice.levels
        for arm in level.arms
        if arm.language == answer.language and arm.arm != choice.use and arm.guarantees == answer.guarantees
    )
    if others:
        return f"no other with the same guarantees has a figure here ({listed(some(list(others), _MOST_OTHERS))})"
    is_more = any(one.is_outdone for one in choice.guarantees)
    return "no other method here gives as much" if is_more else "no other method here gives the same guarantees"


def _any_language(judged: JudgedRun) -> str:
    """The fastest of all at every level, if it is the same one; beside the baseline if that is advised too."""
    levels = [level for level in judged.levels if level.status == "measured" and not level.invalid]
    if len({arm.language for level in levels for arm in level.arms if arm.median_ns is not None}) < 2:
        return ""
    winners = {_winner(level) for level in levels}
    name = winners.pop() if len(winners) == 1 else None
    if name is None:
        return ""
    found = [arm for level in levels for arm in level.arms if arm.arm == name]
    alike = " of those with the same guarantees" if any(level.alike is not None for level in levels) else ""
    start = f"{OVER_ALL}{_with_language(judged, found[0])} is the fastest{alike}"
    baselines = {level.baseline: arm for level in levels for arm in level.arms if arm.arm == level.baseline}
    ratios = [arm.ratio for arm in found if arm.ratio is not None]
    if len(baselines) != 1 or name in baselines or not ratios:
        return f"{start}."
    (baseline,) = baselines.values()
    advised = [{choice.use for choice in one.choices} for one in judged.answers if one.language == baseline.language]
    if any(baseline.arm not in used for used in advised):  # it is not recommended, so it is no measure
        return f"{start}."
    return f"{start}; it {compared(min(ratios), max(ratios))} {_with_language(judged, baseline)}."


def _with_language(judged: JudgedRun, arm: JudgedArm) -> str:
    """The call, and the language that it is in."""
    return f"{clean(arm.called)} in {clean(judged.languages.get(arm.language, arm.language))}"


def _winner(level: JudgedLevel) -> str | None:
    """The fastest arm of a level among those with the baseline's guarantees; None if there are several."""
    return level.alike.winner if level.alike is not None else level.winner


def _every(choice: Choice) -> list[TimesOver]:
    return [*choice.as_well, *choice.at_times, *choice.slower, *choice.guarantees]


def _factor(value: float) -> str:
    return joined(f"{ratio(value)} times")
