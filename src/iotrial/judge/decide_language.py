"""The answer for each language: from levels that all say the same, or with the levels at which the answer turns.

A language is not chosen call by call, so each language has an answer of its own. Methods with the same guarantees are
compared directly with each other, not by way of the baseline.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from iotrial.ask.level_factors import varying
from iotrial.judge.arms_beside import ArmsBeside, RatioBeside
from iotrial.judge.bounds import Factors
from iotrial.judge.judge_arm import NEVER_EQUAL
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.language_answer import Choice, LanguageAnswer, OtherGuarantee, TimesOver
from iotrial.judge.ordered_guarantees import gives, gives_more
from iotrial.store.read import StoredRun

Guarantees = tuple[tuple[str, str], ...]


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
        and (arm.verdict not in (None, "invalid") or (arm.role == "baseline" and arm.median_ns))
        and wanted in (None, arm.language)
    ]


def _answer(stored: StoredRun, levels: Mapping[int, JudgedLevel], language: str) -> LanguageAnswer | None:
    arms = {number: {arm.arm: arm for arm in _judged(level, language)} for number, level in levels.items()}
    shared = _shared([arm for of_level in arms.values() for arm in of_level.values()], levels.values(), stored.run.more)
    if shared is None:
        return None
    compared = _Comparisons(stored, language, arms, shared)
    groups = _groups(compared, levels)
    if not groups:
        return None
    return LanguageAnswer(
        language=language,
        called=stored.run.languages.get(language, language),
        guarantees=dict(shared),
        choices=[_choice(compared, levels, numbers, common) for numbers, common in groups],
    )


def _shared(
    arms: Sequence[JudgedArm], levels: Iterable[JudgedLevel], more: Mapping[str, Sequence[str]]
) -> Guarantees | None:
    """The guarantees that the methods of a language are compared under; None if it has no method.

    Those of the baseline, if another method gives them too, or more. Otherwise those that most methods give; if several
    are as common, those that are most like the baseline's, in any language.
    """
    names: dict[Guarantees, set[str]] = {}
    for arm in arms:
        names.setdefault(_guarantees(arm), set()).add(arm.arm)
    own = next((_guarantees(arm) for arm in arms if arm.role == "baseline"), None)
    if own is not None and len({arm.arm for arm in arms if gives(arm.guarantees, dict(own), more)}) > 1:
        return own
    baseline = next((arm for level in levels for arm in level.arms if arm.role == "baseline"), None)
    wanted = set(_guarantees(baseline)) if baseline is not None else set()
    return max(names, key=lambda gives: (len(names[gives]), len(wanted & set(gives))), default=None)


def _guarantees(arm: JudgedArm) -> Guarantees:
    return tuple(sorted(arm.guarantees.items()))


class _Comparisons:
    """The methods of one language, directly against each other."""

    def __init__(
        self, stored: StoredRun, language: str, arms: Mapping[int, Mapping[str, JudgedArm]], shared: Guarantees
    ) -> None:
        """Compare at each level, by its number, the arms of that level; those with the shared guarantees are ranked."""
        self._stored, self._language, self._shared = stored, language, dict(shared)
        self.arms = arms
        self.ranked = {
            number: [name for name, arm in of_level.items() if self._gives_shared(arm)]
            for number, of_level in arms.items()
        }
        self._beside = {number: ArmsBeside(stored, number, of_level) for number, of_level in arms.items()}

    def ratio(self, number: int, arm: str, over: str) -> RatioBeside:
        """The time of an arm over another's at a level."""
        return self._beside[number].ratio(arm, over)

    def is_slower(self, number: int, arm: str, over: str) -> bool:
        """True if an arm is shown to be slower than another that stands still, by more than the margin."""
        return self._beside[number].is_slower(arm, over)

    def is_decided(self, number: int, arm: str, over: str) -> bool:
        """True if one of two arms is shown to be slower than the other."""
        return self.is_slower(number, arm, over) or self.is_slower(number, over, arm)

    def is_equal(self, number: int, arm: str, over: str) -> bool:
        """True if two arms are shown to take the same time within the margin."""
        return self._beside[number].is_equal(arm, over)

    def factors(self, number: int) -> Factors:
        """Return a level by its factors."""
        return self._stored.run.levels[number].level

    def conditions(self, guarantees: Mapping[str, str]) -> list[str]:
        """The words that say when these guarantees are needed; empty if one of them has no such words."""
        known = [self._stored.run.conditions.get(name, {}).get(value) for name, value in guarantees.items()]
        return [words for words in known if words is not None] if None not in known else []

    def more(self, guarantees: Mapping[str, str], than: Mapping[str, str]) -> dict[str, str]:
        """Those of some guarantees that are more than another method's; none if all are, since that is the point."""
        more = self._stored.run.more
        found = {
            name: value for name, value in guarantees.items() if value in gives_more(more.get(name, ()), than.get(name))
        }
        return found if len(found) < len(guarantees) else {}

    def gives_up(self, levels: Iterable[JudgedLevel], use: str) -> dict[str, str]:
        """The guarantees of which another method of the language, measured or not, gives more at these levels."""
        found = {}
        for level in levels:
            own = level.by_name[use].guarantees
            for name, values in self._stored.run.more.items():
                more = gives_more(values, own.get(name))
                if any(arm.language == self._language and arm.guarantees.get(name) in more for arm in level.arms):
                    found[name] = own[name]
        return found

    def is_outdone(self, numbers: Sequence[int], arm: str, by: str, own: Mapping[str, str]) -> bool:
        """True if an arm gives less than another, whose guarantees are `own`, and is slower where they differ."""
        both = [number for number in numbers if {arm, by} <= self.arms[number].keys()]
        gives_less = all(gives(own, self.arms[number][arm].guarantees, self._stored.run.more) for number in both)
        is_slower = any(self.is_slower(number, arm, by) for number in both)
        return gives_less and is_slower and not any(self.is_slower(number, by, arm) for number in both)

    def is_left(self, level: JudgedLevel) -> bool:
        """True if a method with the shared guarantees is disqualified at a level, so that the others are left."""
        return any(
            arm.language == self._language and arm.status == "disqualified" and self._gives_shared(arm)
            for arm in level.arms
        )

    def _gives_shared(self, arm: JudgedArm) -> bool:
        return gives(arm.guarantees, self._shared, self._stored.run.more)

    def top(self, number: int) -> list[str]:
        """The ranked arms of a level that are not shown to be slower than any other of them.

        A level has at least one: the quickest, whose interval may be wide.
        """
        ranked = self.ranked[number]
        ratios = {name: self.arms[number][name].ratio or 0.0 for name in ranked}
        best = min(ranked, key=ratios.__getitem__)
        return [
            name
            for name in ranked
            if name == best
            or not any(self._beside[number].is_behind(name, other) for other in ranked if ratios[other] < ratios[name])
        ]

    def preference(self, numbers: Sequence[int], arm: str) -> tuple[bool, int, float]:
        """Rank an arm by how many are shown to be slower than it, level by level, and then by how quick it is.

        One that still moves comes last, since nothing is shown to be slower than it.
        """
        moves = any(self.arms[number][arm].is_moving for number in numbers)
        beaten = sum(self.is_slower(n, other, arm) for n in numbers for other in self.ranked[n] if other != arm)
        return not moves, beaten, -sum(math.log(ratio) for n in numbers if (ratio := self.arms[n][arm].ratio))


def _groups(compared: _Comparisons, levels: Mapping[int, JudgedLevel]) -> list[tuple[list[int], list[str]]]:
    """Groups of levels with a common answer, each with the arms that are the answer; one group if all levels agree.

    A level at which one method stands alone with its guarantees is no answer as long as others leave a choice, unless
    it is what is left there: another with these guarantees is disqualified.
    """
    groups: list[tuple[list[int], list[str]]] = []
    unsettled: set[int] = set()  # levels at which all that could be used still move, so that nothing is advised there
    told = [number for number in _in_order(levels) if compared.ranked[number] and len(compared.arms[number]) > 1]
    is_choice = {number: len(compared.ranked[number]) > 1 or compared.is_left(levels[number]) for number in told}
    for number in [number for number in told if is_choice[number]] or told:
        top = compared.top(number)
        if still := [name for name in top if not compared.arms[number][name].is_moving]:
            top = still
        else:
            unsettled.add(number)
        for numbers, common in groups if not _is_ordered(levels) else groups[-1:]:
            if (number in unsettled) != (numbers[0] in unsettled):
                continue
            if both := [name for name in common if name in top]:
                numbers.append(number)
                common[:] = both
                break
        else:
            groups.append(([number], top))
    return groups


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
    compared: _Comparisons, levels: Mapping[int, JudgedLevel], numbers: list[int], common: Sequence[str]
) -> Choice:
    first = compared.arms[numbers[0]]
    # There is no reason to change from the usual way, the baseline, to another that is no faster. Else the evidence is
    # for the one that most others are shown to be slower than, and of several such the quickest, as in `advise`.
    is_usual = first[common[0]].role == "baseline"
    use = common[0] if is_usual else max(common, key=lambda name: compared.preference(numbers, name))
    others = dict.fromkeys(name for number in numbers for name in compared.ranked[number] if name != use)
    shown = {name: [compared.is_slower(n, name, use) for n in numbers if name in compared.arms[n]] for name in others}
    gives_up = compared.gives_up([levels[number] for number in numbers], use)
    return Choice(
        levels=[levels[number].level for number in numbers],
        use=use,
        called=first[use].called,
        gives_up=gives_up,
        if_given_up=compared.conditions(gives_up),
        is_fastest=bool(others) and all(all(slower) for slower in shown.values()),
        as_well=_times(compared, numbers, use, (name for name in others if not any(shown[name]))),
        at_times=_times(compared, numbers, use, (name for name in others if any(shown[name]) and not all(shown[name]))),
        slower=_times(compared, numbers, use, (name for name in others if all(shown[name]))),
        guarantees=_other_guarantees(compared, numbers, use),
    )


def _times(compared: _Comparisons, numbers: Sequence[int], use: str, names: Iterable[str]) -> list[TimesOver]:
    return sorted((_over(compared, numbers, use, name) for name in names), key=lambda one: one.most)


def _over(compared: _Comparisons, numbers: Sequence[int], use: str, name: str) -> TimesOver:
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
    return "they were measured with unlike numbers of iterations" if one.shift != other.shift else None


def _other_guarantees(compared: _Comparisons, numbers: Sequence[int], use: str) -> list[OtherGuarantee]:
    """The quickest method at these levels for each set of guarantees that differs from those of the one to use."""
    own = compared.arms[numbers[0]][use].guarantees
    cheapest: dict[Guarantees, OtherGuarantee] = {}
    names = dict.fromkeys(name for number in numbers for name in compared.arms[number])
    for name in names:
        arm = next(compared.arms[number][name] for number in numbers if name in compared.arms[number])
        differs = {key: value for key, value in arm.guarantees.items() if value != own.get(key)}
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


def _is_quicker(compared: _Comparisons, numbers: Sequence[int], use: str, name: str, than: str) -> bool:
    """True if a method takes less time than another of the same guarantees, at the levels that have both."""
    both = [number for number in numbers if {use, name, than} <= compared.arms[number].keys()]

    def longest(arm: str) -> float:
        return max(compared.ratio(number, arm, use).ratio for number in both)

    return bool(both) and longest(name) < longest(than)
