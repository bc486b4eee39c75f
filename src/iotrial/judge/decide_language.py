"""The answer for each language: from levels that all say the same, or with the levels at which the answer turns.

A language is not chosen call by call, so each language has an answer of its own; users' own snippets are one choice, in
whichever languages they are. Methods with the same guarantees are compared directly with each other, not by way of the
baseline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from iotrial.ask.level_factors import varying
from iotrial.judge.choose import choice_of
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.judge.language_answer import LanguageAnswer
from iotrial.judge.language_comparisons import Guarantees, LanguageComparisons
from iotrial.judge.least_regret import LevelsAlike, for_levels, kept
from iotrial.judge.ordered_guarantees import gives, is_enough
from iotrial.store.record import Run

#: What stands for the language in an answer for snippets in several languages.
SEVERAL = "several"


def answers(judging: Judging, levels: Sequence[JudgedLevel]) -> list[LanguageAnswer]:
    """Return an answer for each language with two methods or more that can be compared, the baseline's first.

    Each comparison is that of judge/arms_beside.py: corrected for its level and for the levels, so that it may be said
    of one level that it differs from the others (rule 4), and never another one than the table's. Advice is about its
    first level.
    """
    valid = _valid(levels)
    asked = {number: level for number, level in valid.items() if number == 0 or not judging.run.eligible}
    return _answers(judging, asked, _shared_by_language(valid, judging.run), {})


def answers_by_level(
    judging: Judging, levels: Sequence[JudgedLevel], together: Iterable[LanguageAnswer]
) -> list[list[LanguageAnswer]]:
    """Return for each of several levels the answers that it has alone, by the same comparisons; none of one level.

    together: the answers over all levels. A level compares methods under the guarantees of all levels together, and
    names another method than they do only if that is shown to be better there.
    """
    if len(levels) < 2:
        return []
    valid = _valid(levels)
    shared = _shared_by_language(valid, judging.run)
    found = []
    for number, level in enumerate(levels):
        alone = {number: valid[number]} if number in valid else {}
        of_all = bool(judging.run.eligible)  # advice stands until another is shown to be better
        told = {
            one.language: choice.use
            for one in together
            for choice in one.choices
            if of_all or level.level in choice.levels
        }
        found.append(_answers(judging, alone, shared, told))
    return found


def _valid(levels: Sequence[JudgedLevel]) -> dict[int, JudgedLevel]:
    return {number: level for number, level in enumerate(levels) if level.is_judged}


def _answers(
    judging: Judging,
    valid: Mapping[int, JudgedLevel],
    shared: Mapping[str, Guarantees | None],
    told: Mapping[str, str],
) -> list[LanguageAnswer]:
    """Return the answers over some levels.

    shared: what the methods of each language are compared under. told: the method that was named for more levels, if
    one was, which stays unless another is shown to be better at these.
    """
    found = (_answer(judging, valid, language, shared[language], told.get(language)) for language in _languages(valid))
    return [answer for answer in found if answer is not None]


def _languages(valid: Mapping[int, JudgedLevel]) -> list[str]:
    every = (arm for level in valid.values() for arm in _judged(level, SEVERAL))
    found = list(dict.fromkeys(arm.language for arm in every if arm.variant is None))
    are_snippets = any(level.returned is not None for level in valid.values())
    return [SEVERAL] if are_snippets and len(found) > 1 else found


def _called(language: str, arms: Mapping[int, Mapping[str, JudgedArm]], run: Run) -> str:
    """Return what a language is called; of several, all of them."""
    found = dict.fromkeys(arm.language for named in arms.values() for arm in named.values())
    *others, last = [run.languages.get(name, name) for name in (found if language == SEVERAL else [language])]
    return f"{', '.join(others)} and {last}" if others else last


def _shared_by_language(valid: Mapping[int, JudgedLevel], run: Run) -> dict[str, Guarantees | None]:
    """The guarantees that the methods of each language are compared under, at all levels together."""
    levels = valid.values()
    arms = {language: [arm for level in levels for arm in _judged(level, language)] for language in _languages(valid)}
    return {
        language: _shared([arm for arm in own if arm.arm in run.eligible] or own, levels, run)
        for language, own in arms.items()
    }


def _judged(level: JudgedLevel, wanted: str) -> list[JudgedArm]:
    """The arms of a level that may be compared: of one language, or of several."""
    return [arm for arm in level.arms if arm.is_comparable and wanted in (SEVERAL, arm.language)]


def _answer(
    judging: Judging, levels: Mapping[int, JudgedLevel], language: str, shared: Guarantees | None, told: str | None
) -> LanguageAnswer | None:
    if shared is None:
        return None
    arms = {number: {arm.arm: arm for arm in _judged(level, language)} for number, level in levels.items()}
    run = judging.run
    compared = LanguageComparisons(
        judging,
        arms,
        lambda arm: arm.arm in run.eligible if run.eligible else gives(arm.record.guarantees, dict(shared), run.more),
    )
    usual = _usual(judging, compared)
    compared = compared.without_risks(usual)
    groups = _groups(compared, levels, usual, told)
    if not groups:
        return None
    return LanguageAnswer(
        language=language,
        called=_called(language, arms, judging.run),
        guarantees=dict(shared),
        choices=[choice_of(compared, levels, group, usual) for group in groups],
    )


def _shared(arms: Sequence[JudgedArm], levels: Iterable[JudgedLevel], run: Run) -> Guarantees | None:
    """The guarantees that the methods of a language are compared under; None if it has no method.

    Those of the baseline if another method gives them too, or more; otherwise, and in a language without it, those of
    the usual way; without one those that most methods give, and if several are as common, those that are most like the
    baseline's, in any language. What nearly everybody needs is not given up, if any method gives it.
    """
    more = run.more
    for name, value in run.needed.items():
        values = more.get(name, ())
        arms = [arm for arm in arms if is_enough(arm.record.guarantees.get(name), value, values)] or arms
    names: dict[Guarantees, set[str]] = {}
    for arm in arms:
        names.setdefault(_guarantees(arm), set()).add(arm.arm)
    own = next((_guarantees(arm) for arm in arms if arm.record.role == "baseline"), None)
    if own is not None and len({arm.arm for arm in arms if gives(arm.record.guarantees, dict(own), more)}) > 1:
        return own
    usual = next((_guarantees(arm) for name in run.usual for arm in arms if arm.arm == name), None)
    if usual is not None:
        return usual
    baseline = next((arm for level in levels for arm in level.arms if arm.record.role == "baseline"), None)
    wanted = set(_guarantees(baseline)) if baseline is not None else set()
    return max(names, key=lambda gives: (len(names[gives]), len(wanted & set(gives))), default=None)


def _guarantees(arm: JudgedArm) -> Guarantees:
    return tuple(sorted(arm.record.guarantees.items()))


def _usual(judging: Judging, compared: LanguageComparisons) -> str | None:
    """The usual way of the language: the baseline if it is in it, else what the job names; None if it names nothing.

    A baseline that does not give what is needed is none.
    """
    ranked = {name: compared.arms[number][name] for number, names in compared.ranked.items() for name in names}
    baseline = next((name for name, arm in ranked.items() if arm.record.role == "baseline"), None)
    return baseline or next((name for name in judging.run.usual if name in ranked), None)


def _groups(
    compared: LanguageComparisons, levels: Mapping[int, JudgedLevel], usual: str | None, of_all: str | None
) -> list[LevelsAlike]:
    """The methods to use, each at its levels: one if it does for all of them.

    A level at which one method stands alone with its guarantees is no answer as long as others leave a choice, unless
    it is what is left there: another with these guarantees is disqualified.
    """
    told = [number for number in _in_order(levels) if compared.ranked[number] and len(compared.arms[number]) > 1]
    is_choice = {number: len(compared.ranked[number]) > 1 or compared.is_left(levels[number]) for number in told}
    numbers = [number for number in told if is_choice[number]] or told
    if not numbers:
        return []
    found = for_levels(compared, {number: levels[number].level for number in numbers}, numbers, usual)
    return [kept(compared, one, of_all) for one in found] if of_all is not None else found


def _in_order(levels: Mapping[int, JudgedLevel]) -> list[int]:
    """The levels by size if nothing else differs between them, else as the study has them."""
    if not _is_ordered(levels):
        return list(levels)
    (name,) = varying([level.level for level in levels.values()])
    return sorted(levels, key=lambda number: levels[number].level[name])


def _is_ordered(levels: Mapping[int, JudgedLevel]) -> bool:
    """True if the levels differ in one number alone."""
    names = varying([level.level for level in levels.values()])
    return len(names) == 1 and all(isinstance(level.level.get(names[0]), int) for level in levels.values())
