"""The answer for each language: from levels that all say the same, or with the levels at which the answer turns.

A language is not chosen call by call, so each language has an answer of its own. Methods with the same guarantees are
compared directly with each other, not by way of the baseline.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from iotrial.ask.level_factors import varying
from iotrial.judge.judge_arm import NEVER_EQUAL
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.language_answer import Choice, ChoiceRegret, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.judge.language_comparisons import Guarantees, LanguageComparisons
from iotrial.judge.least_regret import LevelsAlike, for_levels
from iotrial.judge.ordered_guarantees import gives
from iotrial.store.read import StoredRun
from iotrial.store.record import Run


def answers(stored: StoredRun, levels: Sequence[JudgedLevel]) -> list[LanguageAnswer]:
    """Return an answer for each language with two methods or more that can be compared, the baseline's first.

    Each comparison is that of judge/arms_beside.py: corrected for its level and for the levels, so that it may be said
    of one level that it differs from the others (rule 4), and never another one than the table's.
    """
    valid = {
        number: level for number, level in enumerate(levels) if level.status == "measured" and level.invalid is None
    }
    languages = dict.fromkeys(
        arm.language for level in valid.values() for arm in _judged(level, wanted=None) if arm.variant is None
    )
    found = (_answer(stored, valid, language) for language in languages)
    return [answer for answer in found if answer is not None]


def _judged(level: JudgedLevel, wanted: str | None) -> list[JudgedArm]:
    """The arms of a level that may be compared: of one language, or of all."""
    return [
        arm
        for arm in level.arms
        if arm.ratio is not None
        and (arm.verdict not in (None, "invalid") or (arm.record.role == "baseline" and arm.median_ns))
        and wanted in (None, arm.language)
    ]


def _answer(stored: StoredRun, levels: Mapping[int, JudgedLevel], language: str) -> LanguageAnswer | None:
    arms = {number: {arm.arm: arm for arm in _judged(level, language)} for number, level in levels.items()}
    shared = _shared([arm for of_level in arms.values() for arm in of_level.values()], levels.values(), stored.run)
    if shared is None:
        return None
    compared = LanguageComparisons(stored, language, arms, shared)
    usual = _usual(stored, compared)
    groups = _groups(compared, levels, usual)
    if not groups:
        return None
    return LanguageAnswer(
        language=language,
        called=stored.run.languages.get(language, language),
        guarantees=dict(shared),
        choices=[_choice(compared, levels, group, usual) for group in groups],
    )


def _shared(arms: Sequence[JudgedArm], levels: Iterable[JudgedLevel], run: Run) -> Guarantees | None:
    """The guarantees that the methods of a language are compared under; None if it has no method.

    Those of the baseline, if another method gives them too, or more. Otherwise those that most methods give; if several
    are as common, those that are most like the baseline's, in any language. What nearly everybody needs is not given
    up, if any method gives it.
    """
    more = run.more
    giving = [
        arm for arm in arms if all(arm.record.guarantees.get(name) == value for name, value in run.needed.items())
    ]
    arms = giving or arms
    names: dict[Guarantees, set[str]] = {}
    for arm in arms:
        names.setdefault(_guarantees(arm), set()).add(arm.arm)
    own = next((_guarantees(arm) for arm in arms if arm.record.role == "baseline"), None)
    if own is not None and len({arm.arm for arm in arms if gives(arm.record.guarantees, dict(own), more)}) > 1:
        return own
    baseline = next((arm for level in levels for arm in level.arms if arm.record.role == "baseline"), None)
    wanted = set(_guarantees(baseline)) if baseline is not None else set()
    return max(names, key=lambda gives: (len(names[gives]), len(wanted & set(gives))), default=None)


def _guarantees(arm: JudgedArm) -> Guarantees:
    return tuple(sorted(arm.record.guarantees.items()))


def _usual(stored: StoredRun, compared: LanguageComparisons) -> str | None:
    """The usual way of the language: the baseline if it is in it, else what the job names; None if it names nothing."""
    arms = {name: arm for of_level in compared.arms.values() for name, arm in of_level.items()}
    baseline = next((name for name, arm in arms.items() if arm.record.role == "baseline"), None)
    return baseline or next((name for name in stored.run.usual if name in arms), None)


def _groups(compared: LanguageComparisons, levels: Mapping[int, JudgedLevel], usual: str | None) -> list[LevelsAlike]:
    """The methods to use, each at its levels: one if it does for all of them.

    A level at which one method stands alone with its guarantees is no answer as long as others leave a choice, unless
    it is what is left there: another with these guarantees is disqualified.
    """
    told = [number for number in _in_order(levels) if compared.ranked[number] and len(compared.arms[number]) > 1]
    is_choice = {number: len(compared.ranked[number]) > 1 or compared.is_left(levels[number]) for number in told}
    numbers = [number for number in told if is_choice[number]] or told
    if not numbers:
        return []
    return for_levels(compared, {number: levels[number].level for number in numbers}, numbers, usual)


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


def _choice(
    compared: LanguageComparisons, levels: Mapping[int, JudgedLevel], group: LevelsAlike, usual: str | None
) -> Choice:
    numbers, use = group.numbers, group.use
    first = compared.arms[numbers[0]]
    others = dict.fromkeys(name for number in numbers for name in compared.ranked[number] if name != use)
    shown = {name: [compared.is_slower(n, name, use) for n in numbers if name in compared.arms[n]] for name in others}
    gives_up = compared.gives_up([levels[number] for number in numbers], use)
    return Choice(
        levels=[levels[number].level for number in numbers],
        use=use,
        called=first[use].called,
        usual=usual if usual is not None and any(usual in compared.arms[number] for number in numbers) else None,
        regret=_told_regret(compared, group),
        gives_up=gives_up,
        if_given_up=compared.conditions(gives_up),
        is_fastest=bool(others) and all(all(slower) for slower in shown.values()),
        as_well=_times(compared, numbers, use, (name for name in others if not any(shown[name]))),
        at_times=_times(compared, numbers, use, (name for name in others if any(shown[name]) and not all(shown[name]))),
        slower=_times(compared, numbers, use, (name for name in others if all(shown[name]))),
        guarantees=_other_guarantees(compared, numbers, use),
    )


def _told_regret(compared: LanguageComparisons, group: LevelsAlike) -> ChoiceRegret | None:
    found = group.regret
    if found.over is None or found.at is None:
        return None
    return ChoiceRegret(
        ratio=found.ratio,
        low=found.low,
        high=None if math.isinf(found.high) else found.high,
        over=found.over,
        called=compared.arms[found.at][found.over].called,
        at=compared.factors(found.at),
    )


def _times(compared: LanguageComparisons, numbers: Sequence[int], use: str, names: Iterable[str]) -> list[TimesOver]:
    return sorted((_over(compared, numbers, use, name) for name in names), key=lambda one: one.most)


def _over(compared: LanguageComparisons, numbers: Sequence[int], use: str, name: str) -> TimesOver:
    """The ratios of the levels at which one of the two is shown to be slower, if there are any, and else of all."""
    of = compared.arms
    at = [number for number in numbers if name in of[number] and use in of[number]]
    decided = [number for number in at if compared.is_decided(number, name, use)]
    told = [compared.ratio(number, name, use) for number in decided or at]
    every = [compared.ratio(number, name, use) for number in at]
    lows, highs = [one.low for one in every], [one.high for one in every]
    return TimesOver(
        arm=name,
        called=of[at[0]][name].called,
        least=min(one.ratio for one in told),
        most=max(one.ratio for one in told),
        low=None if None in lows else min(low for low in lows if low is not None),
        high=None if None in highs else max(high for high in highs if high is not None),
        worst_low=None if None in lows else max(low for low in lows if low is not None),
        is_decided=bool(decided),
        is_equal=bool(at) and all(compared.is_equal(number, name, use) for number in at),
        not_decided_at=[compared.factors(number) for number in at if decided and number not in decided],
        no_figure_at=[compared.factors(number) for number in numbers if number not in at],
        never_equal=next((why for n in at if (why := _why_unlike(of[n][name], of[n][use]))), None),
        moving=next((arm.called for n in at for arm in (of[n][name], of[n][use]) if arm.is_moving), None),
    )


def _why_unlike(one: JudgedArm, other: JudgedArm) -> str | None:
    """Return why two arms are never called equal (rules 1, 3 and 26); None if they may be."""
    for arm in (one, other):
        if arm.is_moving:
            return f"{arm.called} still moves"
        if any(caution.code in NEVER_EQUAL for caution in arm.cautions):
            return f"{arm.called} was not timed finely enough"
    return "they were measured with unlike numbers of iterations" if one.record.shift != other.record.shift else None


def _other_guarantees(compared: LanguageComparisons, numbers: Sequence[int], use: str) -> list[OtherGuarantee]:
    """The quickest method at these levels for each set of guarantees that differs from those of the one to use."""
    own = compared.arms[numbers[0]][use].record.guarantees
    cheapest: dict[Guarantees, OtherGuarantee] = {}
    names = dict.fromkeys(name for number in numbers for name in compared.arms[number])
    for name in names:
        arm = next(compared.arms[number][name] for number in numbers if name in compared.arms[number])
        differs = {key: value for key, value in arm.record.guarantees.items() if value != own.get(key)}
        if not differs or any(name in compared.ranked[number] for number in numbers):
            continue
        also = compared.more(differs, own)
        differs = {key: value for key, value in differs.items() if key not in also}
        over = OtherGuarantee(
            **_over(compared, numbers, use, name).model_dump(),
            gives=differs,
            also=also,
            conditions=compared.conditions(differs),
            instead=compared.conditions({key: own[key] for key in differs if key in own}),
            is_outdone=compared.is_outdone(numbers, name, use, own),
        )
        key = tuple(sorted(differs.items()))
        if key not in cheapest or _is_quicker(compared, numbers, use, name, cheapest[key].arm):
            cheapest[key] = over
    return sorted(cheapest.values(), key=lambda one: one.most)


def _is_quicker(compared: LanguageComparisons, numbers: Sequence[int], use: str, name: str, than: str) -> bool:
    """True if a method takes less time than another of the same guarantees, at the levels that have both."""
    both = [number for number in numbers if {use, name, than} <= compared.arms[number].keys()]

    def longest(arm: str) -> float:
        return max(compared.ratio(number, arm, use).ratio for number in both)

    return bool(both) and longest(name) < longest(than)
