"""The methods to use, in the words of a colleague: a sentence or a few for each language, and one over all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from iotrial.answers import sentences as words
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import (
    AS_WELL,
    AVOID,
    Choice,
    LanguageAnswer,
    OtherGuarantee,
    Tier,
    TimesOver,
    is_near,
)
from iotrial.judge.ordered_guarantees import is_enough
from iotrial.report.effect_answer import effect_answers
from iotrial.report.harm_answer import harm_answers, none_is_harmed
from iotrial.report.layout import clean, joined
from iotrial.report.level_places import at_levels, before, of_all, throughout
from iotrial.report.level_words import levels_placed, levels_said
from iotrial.report.memory_answer import memory_answer
from iotrial.report.ratio_words import takes, than
from iotrial.report.snippet_answer import snippet_answers
from iotrial.report.times import (
    begin,
    bounds,
    compared,
    difference,
    is_told,
    listed,
    same_time,
    some,
    times,
    within,
)

#: A longer list is cut in its middle, so that the slowest is always told.
_MOST_SLOWER = 5
_MOST_GUARANTEES = 4
_MOST_CHOICES = 3
_MOST_OTHERS = 2

#: With bounds this many times apart nothing is worth saying.
_TOO_NOISY = 10.0

#: The difference that matters to a reader.
_MATTERS = joined(f"{100 * AS_WELL:.0f} %")

#: Budgets that are advised if the rounds were too few.
_MINUTES = (1, 2, 3, 5, 10, 20, 30, 60)


OVER_ALL = words.OVER_ALL


def what_to_use(judged: JudgedRun) -> list[str]:
    """Return the answers, a text for each language; empty if the run compares nothing."""
    return [" ".join(sentences) for sentences in sentences_to_use(judged)]


def sentences_to_use(judged: JudgedRun) -> list[list[str]]:
    """Return the answers sentence by sentence: if records of several writers come to harm, what another condition
    does, then for each language what to use.
    """
    if own := snippet_answers(judged):
        return own
    over_all = _any_language(judged)
    harm = harm_answers(judged) or none_is_harmed(judged)
    choices, conditions = effect_answers(judged)
    texts = [harm, choices, *_languages(judged), conditions]
    return [text for text in [*texts, [over_all] if over_all else []] if text]


def sentences_in(answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    """Return what to use in one language, sentence by sentence."""
    return _known_too_little([answer], judged) if _has_too_few(answer) else _language(answer, judged)


def how_much(answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Return the sentence that says most of what the choice is worth; "" where it depends, or nothing is shown."""
    chosen = told_to_use(answer)
    if len(chosen) != 1 or len(answer.choices) != 1:
        return ""
    of = _by_tier(_ranked(chosen[0]))
    if usual := _instead_of_usual(chosen[0], judged):
        return usual
    if dear := next((tier for tier in ("avoid", "slower") if of[tier]), ""):
        form = words.AVOID if dear == "avoid" else words.SLOWER
        return _costs(form, of[dear], judged)
    return _as_good(of["as good"], judged)


def told_to_use(answer: LanguageAnswer) -> Sequence[Choice]:
    """Return the choices whose method the answer says to use; none if it cannot tell yet."""
    return () if _has_too_few(answer) else [choice for choice in answer.choices if not choice.is_open]


def _has_too_few(answer: LanguageAnswer) -> bool:
    """True if nothing is known of any other method, since there were too few rounds."""
    others = [one for choice in answer.choices for one in _every(choice)]
    return bool(others) and not any(map(is_told, others))


def _languages(judged: JudgedRun) -> list[list[str]]:
    """Return the answer for each language; those of which nothing is known yet share one, at the place of the first.

    The only level that was tried is said with the first language, and goes without saying of the others.
    """
    few = [answer for answer in judged.answers if _has_too_few(answer)]
    texts, the_only = [], ""
    for answer in judged.answers:
        if answer in few[1:]:
            continue
        texts.append(_known_too_little(few, judged) if answer in few else _language(answer, judged, the_only))
        if answer not in few and len(judged.levels) == len(answer.choices) == 1:
            the_only = throughout(answer.choices[0], judged)
    return texts


def _known_too_little(few: Sequence[LanguageAnswer], judged: JudgedRun) -> list[str]:
    names = listed([clean(answer.called) for answer in few])
    return [words.NOTHING_KNOWN.format(languages=names, budget=_more(judged.seconds))]


def _language(answer: LanguageAnswer, judged: JudgedRun, is_known: str = "") -> list[str]:
    """Return what to use in a language; is_known: the levels that were said before and are not said again."""
    language = clean(answer.called)
    if len(answer.choices) > 1:
        return _it_depends(answer, judged)
    (choice,) = answer.choices
    where = throughout(choice, judged)
    where = "" if where == is_known else where
    use = {"language": language, "where": where, "use": clean(choice.called), "caveat": caveat_of(choice)}
    if choice.is_alone:
        return [
            words.ALONE.format(**use, usual=usual_words(choice), why=_why_alone(choice, answer, judged)),
            *needs_of(choice, judged),
        ]
    return [
        words.USE.format(**use, usual=usual_words(choice)),
        *beside_the_one_to_use(choice, judged),
        *needs_of(choice, judged),
        *filter(None, [memory_answer(choice, judged)]),
    ]


def beside_the_one_to_use(choice: Choice, judged: JudgedRun) -> list[str]:
    """Say what all others take that give the same: the usual way first, then tier by tier."""
    first = [_instead_of_usual(choice, judged), _regret(choice, judged)]
    return [*filter(None, first), *_tiers(choice, judged)]


def _it_depends(answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    where = [at_levels(answer, number, judged) for number in range(len(answer.choices))]
    shown = list(zip(answer.choices, where, strict=True))[:_MOST_CHOICES]
    parts = [
        words.DEPENDS_PART_OPEN.format(at=before(at))
        if choice.is_open
        else words.DEPENDS_PART.format(
            at=before(at), use=clean(choice.called), usual=usual_words(choice), caveat=caveat_of(choice)
        )
        for choice, at in shown
    ]
    if rest := len(where) - len(shown):
        parts.append(words.DEPENDS_MORE.format(count=rest))
    everywhere = of_all([level for choice in answer.choices for level in choice.levels], judged)
    depends = words.DEPENDS.format(
        language=clean(answer.called), everywhere=everywhere and f"{everywhere},", parts="; ".join(parts)
    )
    return [depends, *_slowest(shown), *_conditions_of_the_left(shown, judged)]


def usual_words(choice: Choice) -> str:
    """Say that the method to use is the usual way; "" if it is not."""
    return words.USUAL if choice.use == choice.usual and choice.usual_is_named else ""


def caveat_of(choice: Choice, most: int | None = None) -> str:
    """`, if the last messages may be lost`: what the method to use gives up, what it risks, and if that may change.

    most: more conditions than these are counted; None: all are said.
    """
    risks = "".join(words.CAVEAT_RISK.format(risk=clean(risk)) for risk in choice.risks)
    return _given_up(choice, most) + risks + (words.CAVEAT_SO_FAR if _may_be_far_behind(choice) else "")


def _may_be_far_behind(choice: Choice) -> bool:
    """True if another that gives the same may be quicker by what would make the one to use one to avoid."""
    unclear = [one for one in _ranked(choice) if one.tier == "unclear" and is_told(one)]
    return any(bounds([one])[0] < 1 / AVOID for one in unclear)


def _given_up(choice: Choice, most: int | None) -> str:
    conditions = dict.fromkeys(map(clean, choice.if_given_up))
    if choice.is_alone and choice.use != choice.usual:  # all that are named beside it give something else
        conditions |= dict.fromkeys(clean(word) for one in _priced(choice) for word in one.instead)
    if conditions:
        told = list(conditions)[:most]
        more = len(conditions) - len(told)
        counted = words.CAVEAT_MORE.format(count=more, s="s" * (more > 1)) if more else ""
        return words.CAVEAT_IF.format(conditions=" and ".join(told)) + counted
    return words.CAVEAT_GIVES.format(guarantees=named_guarantees(choice.gives_up)) if choice.gives_up else ""


def _slowest(choices: Sequence[tuple[Choice, str]]) -> list[str]:
    """The cost of the worst choice, and where it is."""
    costs = [(cost, at) for choice, at in choices if (cost := _cost(choice)) is not None]
    if not costs:
        return []
    cost, at = max(costs, key=lambda one: one[0].most)
    most = takes(cost.most, cost.most)
    return [words.DEPENDS_COST.format(name=clean(cost.called), times=most, than=than(most), at=at)]


def _conditions_of_the_left(choices: Sequence[tuple[Choice, str]], judged: JudgedRun) -> list[str]:
    """The price of other guarantees where one method alone is left: the rest of what there is to choose from."""
    return [
        f"{at[0].upper()}{at[1:]}, {'; '.join(f'i{text[1:-1]}' for text in told)}."
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


def _slower_usual(choice: Choice) -> TimesOver | None:
    """The usual way, if another is to be used and it is shown to be slower; it has a sentence of its own."""
    if not choice.usual_is_named:
        return None
    return next((one for one in _ranked(choice) if one.arm == choice.usual and one.tier in ("slower", "avoid")), None)


def _instead_of_usual(choice: Choice, judged: JudgedRun) -> str:
    """The time of the usual way, if another is to be used and it is shown to be slower."""
    usual = _slower_usual(choice)
    if usual is None:
        return ""
    return words.INSTEAD_OF_USUAL.format(name=clean(usual.called), times=times(usual), notes=_notes(usual, judged))


def _regret(choice: Choice, judged: JudgedRun) -> str:
    """Of several levels: how far behind the best the method to use is where it is worst, if that matters."""
    found = choice.regret
    is_shown = found is not None and found.low is not None and found.low > 1 + judged.margin
    if found is None or len(choice.levels) < 2 or not is_shown or found.ratio < 1 + AS_WELL:
        return ""
    return words.REGRET.format(
        use=clean(choice.called),
        share=joined(f"{100 * (found.ratio - 1):.0f} %"),
        name=clean(found.called),
        level=levels_said(judged, [found.at]),
    )


def _tiers(choice: Choice, judged: JudgedRun) -> list[str]:
    """The other methods beside the one to use, tier by tier (rule 32)."""
    told_before = _slower_usual(choice)
    of = _by_tier(one for one in _ranked(choice) if one != told_before)
    is_usual = choice.use == choice.usual
    told = [_as_good(of["as good"], judged), _usual_stays(of["as good"]) if is_usual else ""]
    told.append(_open(of["unclear"], judged, is_usual=is_usual))
    told += [
        _costs(form, of[tier], judged) for tier, form in (("slower", words.SLOWER), ("avoid", words.AVOID)) if of[tier]
    ]
    return list(filter(None, told))


def _by_tier(ones: Iterable[TimesOver]) -> dict[str, list[TimesOver]]:
    """Return methods by their tiers, those first that take least."""
    rest = sorted(ones, key=lambda one: one.most)
    return {tier: [one for one in rest if one.tier == tier] for tier in get_args(Tier)}


def _as_good(close: Sequence[TimesOver], judged: JudgedRun) -> str:
    if not close:
        return ""
    named = listed([f"{clean(one.called)}{_notes(one, judged)}" for one in close])
    share = within(close)
    return words.AS_GOOD.format(names=begin(named), are="is" if len(close) == 1 else "are", share=share)


def _usual_stays(close: Sequence[TimesOver]) -> str:
    """The reason why the usual way stays, if another is shown to be quicker by less than what matters."""
    quicker = min((one for one in close if _is_quicker(one)), key=lambda one: one.least, default=None)
    if quicker is None or (share := f"{100 * (1 - quicker.least):.0f}") == "0":
        return ""
    return words.USUAL_STAYS.format(
        name=begin(clean(quicker.called)),
        up_to="up to " if quicker.least != quicker.most or quicker.not_decided_at else "",
        share=joined(f"{share} %"),
        least=_MATTERS,
    )


def _is_quicker(one: TimesOver) -> bool:
    return one.is_decided and one.least < 1


def _open(rest: Sequence[TimesOver], judged: JudgedRun, *, is_usual: bool) -> str:
    """The methods of which nothing is shown, with how far off they may be."""
    known = [one for one in rest if is_told(one)]
    told = [_still_open(one, judged, is_usual=is_usual) for one in known[:_MOST_SLOWER]]
    if len(known) > len(told):
        told.append(words.OPEN_MORE.format(count=len(known) - len(told)))
    texts = [words.OPEN.format(told=listed(told))] if told else []
    if few := [clean(one.called) for one in rest if not is_told(one)]:
        texts.append(words.NO_FIGURE.format(names=listed(some(few, _MOST_SLOWER))))
    return " ".join(texts)


def _still_open(one: TimesOver, judged: JudgedRun, *, is_usual: bool) -> str:
    low, high = bounds([one])
    notes, name = _notes(one, judged, within=True), clean(one.called)
    if is_usual and _is_quicker(one) and high < 1:
        notes += f"; {words.USUAL_STAYS_OPEN.format(least=_MATTERS)}"
    if low <= 0 or high / low > _TOO_NOISY:
        return words.OPEN_NOISY.format(name=name, notes=notes)
    if max(high, 1 / low) < AVOID:
        return words.OPEN_NEAR.format(name=name, range=_range(low, high), notes=notes)
    return words.OPEN_FAR.format(name=name, times=takes(low, high), notes=notes)


def _range(low: float, high: float) -> str:
    """`14 % quicker to 3 % slower`: the bounds of a ratio that are near 1, rounded away from it."""
    quicker, slower = (math.ceil(100 * share - 1e-9) for share in (1 - low, high - 1))
    if low < 1 < high:
        return words.RANGE_BOTH.format(quicker=joined(f"{quicker} %"), slower=joined(f"{slower} %"))
    if low >= 1:
        return words.RANGE_SLOWER.format(least=math.floor(100 * (low - 1)), most=joined(f"{slower} %"))
    return words.RANGE_QUICKER.format(least=math.floor(100 * (1 - high)), most=joined(f"{quicker} %"))


def _costs(form: str, rest: Sequence[TimesOver], judged: JudgedRun) -> str:
    """The methods that cost more, or are to be avoided: a factor each, of many only some, the slowest among them."""
    shown = list(rest) if len(rest) <= _MOST_SLOWER else [*rest[: _MOST_SLOWER - 1], rest[-1]]
    first, *others = shown
    is_avoided = form == words.AVOID
    other = words.AVOID_OTHER if is_avoided else words.SLOWER_OTHER
    told = [
        other.format(name=clean(one.called), times=times(one, short=True), notes=_notes(one, judged, within=is_avoided))
        for one in others
    ]
    if len(rest) > len(shown):
        told.insert(-1, words.IN_BETWEEN.format(count=len(rest) - len(shown)))
    name = clean(first.called) if is_avoided else begin(clean(first.called))
    notes = _notes(first, judged, within=is_avoided)
    return form.format(first=name, times=times(first), notes=notes, others=f"{_joint(told)}{listed(told)}")


def _joint(others: Sequence[str]) -> str:
    """Return what stands before the others of a list; a name with a comma of its own begins after a semicolon."""
    if any(", " in text.partition(" (")[0] for text in others):
        return "; "
    return "" if not others else " and " if len(others) == 1 else ", "


def _notes(one: TimesOver, judged: JudgedRun, *, within: bool = False) -> str:
    """` (it has not settled; no figure at 0 entries)`: what a ratio is not of; within brackets `; it has …`."""
    told = [gives_more_said(one)] if one.gives_more else []
    if one.moving is not None:
        told.append(words.NOTE_MOVES.format(what="it" if one.moving == one.called else clean(one.moving)))
    elif one.never_equal is not None and one.tier == "unclear" and is_near(one.low, one.high):
        told.append(clean(one.never_equal))
    if one.tier != "unclear" and one.not_decided_at:
        told.append(words.NOTE_OPEN.format(levels=levels_placed(judged, one.not_decided_at)))
    if one.no_figure_at:
        told.append(words.NOTE_NO_FIGURE.format(levels=levels_placed(judged, one.no_figure_at)))
    if within:
        return "".join(f"; {text}" for text in told)
    return f" ({'; '.join(told)})" if told else ""


def gives_more_said(one: TimesOver) -> str:
    """Say when a method that gives more is the one, in the job's words if it has some."""
    return _said(one.gives_more, one.more_if, words.NOTE_MORE, words.NOTE_MORE_IF)


def also_said(one: OtherGuarantee) -> str:
    """Say what a method gives beside what it is needed for, and what it risks where its condition does not hold."""
    is_beside = one.also and not _is_needed_for_more(one)
    also = _said(one.also, one.more_if, words.NEED_ALSO, words.NEED_ALSO_IF) if is_beside else ""
    return also + "".join(words.NEED_RISK.format(risk=clean(risk)) for risk in one.risks)


def _is_needed_for_more(one: OtherGuarantee) -> bool:
    """True if a method takes longer and gives more of something: that is why it is used."""
    return bool(one.also and one.more_if and one.conditions) and one.least > 1


def _given(one: OtherGuarantee) -> str:
    """Say what a method gives, in the job's words if it has some."""
    return _said(one.gives, one.conditions, "{guarantees}", words.ONLY_IF)


def _said(guarantees: Mapping[str, str], conditions: Sequence[str], named: str, in_words: str) -> str:
    """Fill in the sentence for the job's words, which say when guarantees are needed, or else that for their names."""
    if conditions:
        return in_words.format(conditions=listed([clean(need) for need in conditions]))
    return named.format(guarantees=named_guarantees(guarantees))


def needs_of(choice: Choice, judged: JudgedRun) -> list[str]:
    """A sentence for each other thing that may be needed."""
    return [*_needs(choice, judged), *filter(None, [_outdone(choice, judged)])]


def _needs(choice: Choice, judged: JudgedRun) -> list[str]:
    """`If no lock is needed: fwrite() (2.1 times as fast).` for each other thing that may be needed."""
    offered = [one for one in _priced(choice) if not _gains_nothing(one, choice, judged)]
    return [
        words.NEED.format(
            condition=condition_of(one),
            name=clean(one.called),
            price=price_of(one),
            also=also_said(one),
            notes=_notes(one, judged, within=True),
        )
        for one in offered[:_MOST_GUARANTEES]
    ]


def _gains_nothing(one: OtherGuarantee, choice: Choice, judged: JudgedRun) -> bool:
    """True if a method gives less of what more is as good of, is not shown to be quicker, and not far quicker if so."""
    arms = (arm for level in judged.levels for arm in level.arms)
    own = next((arm.record.guarantees for arm in arms if arm.arm == choice.use), {})
    gives_less = not one.also and all(
        is_enough(own.get(name), value, judged.more.get(name, ())) for name, value in one.gives.items()
    )
    return gives_less and not _is_quicker(one) and bounds([one])[0] > 1 / AVOID


def _priced(choice: Choice) -> list[OtherGuarantee]:
    """The methods that give something else, which may be needed: one thing, or several that none gives alone."""
    known = [one for one in choice.guarantees if is_told(one) and not one.is_outdone]
    single = [one for one in known if one.differences == 1]
    given = {item for one in single for item in one.gives.items()}
    return [*single, *(one for one in known if one.differences > 1 and given.isdisjoint(one.gives.items()))]


def _outdone(choice: Choice, judged: JudgedRun) -> str:
    """Say of methods that give less than the one to use that they take longer, too; "" if there are none."""
    outdone = [one for one in choice.guarantees if one.is_outdone][:_MOST_GUARANTEES]
    if not outdone:
        return ""
    first, *others = outdone
    told = [f"{clean(one.called)} ({_given(one)}) {times(one, short=True)}{_notes(one, judged)}" for one in others]
    return words.GIVES_LESS.format(
        first=begin(clean(first.called)),
        guarantees=_given(first),
        times=times(first),
        notes=_notes(first, judged),
        others=f"{_joint(told)}{listed(told)}",
    )


def named_guarantees(guarantees: Mapping[str, str]) -> str:
    """Write guarantees as they are declared: `lock=record, append=yes`."""
    return joined(", ".join(f"{clean(name)}={clean(value)}" for name, value in guarantees.items()))


def price_of(one: TimesOver) -> str:
    """Say what a method takes beside the one to use."""
    if one.does_as_well:
        return same_time([one])
    is_of_one = one.least == one.most and not one.not_decided_at
    if not one.is_decided or (is_of_one and (one.low or 0) < 1 < (one.high or 0)):
        return words.PRICE_OPEN.format(times=takes(*bounds([one])))
    return difference(one.least, one.most)


def condition_of(one: OtherGuarantee) -> str:
    """Return the words after `if`: the need for a guarantee, in the job's own words if it has some."""
    if one.conditions:
        needed = one.more_if if _is_needed_for_more(one) else []
        return " and ".join(clean(text) for text in [*needed, *one.conditions])
    return words.NEED_GUARANTEE.format(guarantees=named_guarantees(one.gives))


def _why_alone(choice: Choice, answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Say that no other method gives the same guarantees, or that those that do could not be compared."""
    others = dict.fromkeys(
        clean(arm.arm)
        for level in judged.levels
        if level.level in choice.levels
        for arm in level.arms
        if arm.language == answer.language and arm.arm != choice.use and arm.record.guarantees == answer.guarantees
    )
    if others:
        return words.ALONE_NO_FIGURE.format(names=listed(some(list(others), _MOST_OTHERS)))
    is_more = any(one.is_outdone for one in choice.guarantees)
    return words.ALONE_NOTHING_AS_MUCH if is_more else words.ALONE_NOTHING_ELSE


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
    if not _is_of_every_language(levels):
        return ""
    alike = words.FASTEST_ALIKE if any(level.alike is not None for level in levels) else ""
    start = OVER_ALL + words.FASTEST.format(**_with_language(judged, found[0]), alike=alike)
    baselines = {level.baseline: arm for level in levels for arm in level.arms if arm.arm == level.baseline}
    ratios = [arm.ratio for arm in found if arm.ratio is not None]
    if len(baselines) != 1 or name in baselines or not ratios:
        return f"{start}."
    (baseline,) = baselines.values()
    advised = [{choice.use for choice in one.choices} for one in judged.answers if one.language == baseline.language]
    if any(baseline.arm not in used for used in advised):  # it is not recommended, so it is no measure
        return f"{start}."
    beside = words.FASTEST_BESIDE.format(
        compared=compared(min(ratios), max(ratios)), **_with_language(judged, baseline)
    )
    return f"{start}{beside}."


def _is_of_every_language(levels: Sequence[JudgedLevel]) -> bool:
    """True if each language that has a time at all has one for what the baseline gives."""
    for level in levels:
        own = next((arm.record.guarantees for arm in level.arms if arm.arm == level.baseline), {})
        timed = [arm for arm in level.arms if arm.median_ns is not None]
        alike = {arm.language for arm in timed if level.alike is None or arm.record.guarantees == own}
        if alike != {arm.language for arm in timed}:
            return False
    return True


def _with_language(judged: JudgedRun, arm: JudgedArm) -> dict[str, str]:
    """The call, and the language that it is in."""
    return {"name": clean(arm.called), "language": clean(judged.languages.get(arm.language, arm.language))}


def _winner(level: JudgedLevel) -> str | None:
    """The fastest arm of a level among those with the baseline's guarantees; None if there are several."""
    return level.alike.winner if level.alike is not None else level.winner


def _ranked(choice: Choice) -> list[TimesOver]:
    """All that give the same as the one to use."""
    return [*choice.as_well, *choice.at_times, *choice.slower]


def _every(choice: Choice) -> list[TimesOver]:
    return [*_ranked(choice), *choice.guarantees]
