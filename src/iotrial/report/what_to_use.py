"""The methods to use, in the words of a colleague: a sentence or a few for each language, and one over all."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.answers import sentences as words
from iotrial.answers.beside_use import (
    dearest,
    has_too_few,
    may_be_far_behind,
    must_hold,
    told_to_use,
    without_figure,
)
from iotrial.answers.fastest_of_all import fastest_of_all
from iotrial.answers.other_needs import others_promise
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.report.effect_answer import effect_answers
from iotrial.report.guarantee_words import all_of, named_guarantees
from iotrial.report.harm_answer import what_was_kept
from iotrial.report.layout import clean
from iotrial.report.level_places import at_levels, before, of_all, throughout
from iotrial.report.longer_budget import longer
from iotrial.report.memory_answer import memory_answer
from iotrial.report.need_sentences import needs_of, parted_needs, what_else
from iotrial.report.ratio_words import takes, than
from iotrial.report.snippet_answer import snippet_answers
from iotrial.report.tier_sentences import beside_the_one_to_use, how_much
from iotrial.report.times import capital, compared, listed, some

_MOST_CHOICES = 3
_MOST_OTHERS = 2


def what_to_use(judged: JudgedRun) -> list[str]:
    """Return the answers, a text for each language; empty if the run compares nothing."""
    return [" ".join(sentences) for sentences in sentences_to_use(judged)]


def sentences_to_use(judged: JudgedRun) -> list[list[str]]:
    """Return the answers sentence by sentence: if records of several writers come to harm, what another condition
    does, then for each language what to use.
    """
    if own := snippet_answers(judged):
        return own
    harm = what_was_kept(judged)
    choices, conditions = effect_answers(judged)
    over_all = list(filter(None, [_any_language(judged)]))
    return [text for text in [harm, choices, *_languages(judged), conditions, over_all] if text]


def sentences_in(answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    """Return what to use in one language, sentence by sentence."""
    return _known_too_little([answer], judged) if has_too_few(answer) else _language(answer, judged)


def worth(answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Return what the choice is worth, and what is far quicker for who can do with something else."""
    chosen = told_to_use(answer)
    if len(chosen) != 1 or len(answer.choices) != 1:
        return ""
    far, rest = parted_needs(chosen[0], judged)
    if chosen[0].is_alone:  # nothing promises the same: what something else takes is what there is to say
        return " ".join([*far, *rest][:_MOST_OTHERS])
    return " ".join(filter(None, [how_much(answer, judged), *far]))


def _languages(judged: JudgedRun) -> list[list[str]]:
    """Return the answer for each language; those of which nothing is known yet share one, at the place of the first.

    The only level that was tried is said with the first language, and goes without saying of the others.
    """
    few = [answer for answer in judged.answers if has_too_few(answer)]
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
    return [words.NOTHING_KNOWN.format(languages=names, budget=longer(judged.seconds))]


def _language(answer: LanguageAnswer, judged: JudgedRun, is_known: str = "") -> list[str]:
    """Return what to use in a language; is_known: the levels that were said before and are not said again."""
    if len(answer.choices) > 1:
        return _it_depends(answer, judged)
    (choice,) = answer.choices
    where = throughout(choice, judged)
    use = {
        "language": clean(answer.called),
        "where": "" if where == is_known else where,
        "use": named_to_use(choice),
        "usual": usual_words(choice),
        "caveat": caveat_of(choice),
    }
    if choice.is_alone:
        return [words.ALONE.format(**use, why=_why_alone(choice, answer, judged)), *needs_of(choice, judged)]
    first, rest = parted_needs(choice, judged)
    return [
        words.USE.format(**use),
        *first,
        *beside_the_one_to_use(choice, judged),
        *rest,
        *filter(None, [memory_answer(choice, judged)]),
    ]


def _it_depends(answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    where = [at_levels(answer, number, judged) for number in range(len(answer.choices))]
    shown = list(zip(answer.choices, where, strict=True))[:_MOST_CHOICES]
    parts = [
        words.DEPENDS_PART_OPEN.format(at=before(at))
        if choice.is_open
        else words.DEPENDS_PART.format(
            at=before(at), use=named_to_use(choice), usual=usual_words(choice), caveat=caveat_of(choice)
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


def named_to_use(choice: Choice) -> str:
    """Return the call to use, `for now` if another that gives the same may turn out far quicker."""
    called = clean(choice.called)
    return words.USE_SO_FAR.format(name=called) if may_be_far_behind(choice) else called


def caveat_of(choice: Choice, most: int | None = None) -> str:
    """`, if the last messages may be lost`: what the method to use gives up, and what it risks.

    most: more conditions than these are counted; None: all are said.
    """
    risks = "".join(words.CAVEAT_RISK.format(risk=clean(risk)) for risk in choice.risks)
    return _given_up(choice, most) + risks


def _given_up(choice: Choice, most: int | None) -> str:
    if conditions := list(dict.fromkeys(map(clean, must_hold(choice)))):
        told = conditions[:most]
        more = len(conditions) - len(told)
        counted = words.CAVEAT_MORE.format(count=more, s="s" * (more > 1)) if more else ""
        return words.CAVEAT_IF.format(conditions=all_of(told)) + counted
    return words.CAVEAT_GIVES.format(guarantees=named_guarantees(choice.gives_up)) if choice.gives_up else ""


def _slowest(choices: Sequence[tuple[Choice, str]]) -> list[str]:
    """The cost of the worst choice, and where it is."""
    costs = [(cost, at) for choice, at in choices if (cost := dearest(choice)) is not None]
    if not costs:
        return []
    cost, at = max(costs, key=lambda one: one[0].most)
    most = takes(cost.most, cost.most)
    return [words.DEPENDS_COST.format(name=clean(cost.called), times=most, than=than(most), at=at)]


def _conditions_of_the_left(choices: Sequence[tuple[Choice, str]], judged: JudgedRun) -> list[str]:
    """The price of other guarantees where one method alone is left: the rest of what there is to choose from."""
    return [
        f"{capital(at)}, {'; '.join(f'i{text[1:-1]}' for text in told)}."
        for choice, at in choices
        if choice.is_alone and (told := what_else(choice, judged))
    ]


def _why_alone(choice: Choice, answer: LanguageAnswer, judged: JudgedRun) -> str:
    """Say that no other method gives the same guarantees, or that those that do could not be compared."""
    if others := list(dict.fromkeys(map(clean, without_figure(choice, answer, judged)))):
        return words.ALONE_NO_FIGURE.format(names=listed(some(others, _MOST_OTHERS)))
    return what_others_promise(choice, judged)


def what_others_promise(choice: Choice, judged: JudgedRun) -> str:
    """Say of the other ways, none of which gives the same, if they give less or more than the one to use."""
    return words.ALONE_BESIDE[others_promise(choice, judged)]


def _any_language(judged: JudgedRun) -> str:
    """The fastest of all at every level, if it is the same one; beside the baseline if that is advised too."""
    found = fastest_of_all(judged)
    if found is None:
        return ""
    alike = words.FASTEST_ALIKE if found.is_of_alike else ""
    start = words.OVER_ALL + words.FASTEST.format(**_with_language(judged, found.arm), alike=alike)
    if found.baseline is None:
        return f"{start}."
    baseline, least, most = found.baseline
    beside = words.FASTEST_BESIDE.format(compared=compared(least, most), **_with_language(judged, baseline))
    return f"{start}{beside}."


def _with_language(judged: JudgedRun, arm: JudgedArm) -> dict[str, str]:
    """The call, and the language that it is in."""
    return {"name": clean(arm.called), "language": clean(judged.language_called(arm.language))}
