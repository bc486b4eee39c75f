"""A method to use, and how all the others stand beside it: by direct comparison, at some levels together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from iotrial.ask.tags import risks_of
from iotrial.judge.judge_arm import NEVER_EQUAL
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.language_answer import Choice, ChoiceRegret, OtherGuarantee, TimesOver
from iotrial.judge.language_comparisons import Guarantees, LanguageComparisons
from iotrial.judge.least_regret import LevelsAlike

#: Why two methods are never called equal, by the name of one of them or of none (rules 1, 3 and 26).
HAS_NOT_SETTLED = "{name} has not settled"
TOO_COARSE = "{name} was not timed finely enough"
UNLIKE_ITERATIONS = "they were measured with unlike numbers of iterations"


def choice_of(
    compared: LanguageComparisons, levels: Mapping[int, JudgedLevel], group: LevelsAlike, usual: str | None
) -> Choice:
    """Return the method to use at some levels with all others beside it, directly compared."""
    numbers, use = group.numbers, group.use
    first = compared.arms[numbers[0]]
    others = dict.fromkeys(name for number in numbers for name in compared.ranked[number] if name != use)
    shown = {name: [compared.is_slower(n, name, use) for n in numbers if name in compared.arms[n]] for name in others}
    gives_up = compared.gives_up([levels[number] for number in numbers], use)
    unlike = _unlike(compared, numbers, use)
    quickest = _quickest(compared, numbers, use, unlike)
    return Choice(
        levels=[levels[number].level for number in numbers],
        use=use,
        called=first[use].called,
        usual=usual if usual is not None and any(usual in compared.arms[number] for number in numbers) else None,
        usual_is_named=usual is None or compared.is_named_usual(usual),
        regret=_told_regret(compared, group),
        gives_up=gives_up,
        if_given_up=compared.conditions(gives_up),
        is_fastest=bool(others) and all(all(slower) for slower in shown.values()),
        as_well=_times(compared, numbers, use, (name for name in others if not any(shown[name]))),
        at_times=_times(compared, numbers, use, (name for name in others if any(shown[name]) and not all(shown[name]))),
        slower=_times(compared, numbers, use, (name for name in others if all(shown[name]))),
        guarantees=quickest,
        unlike=[one for one in unlike if one not in quickest],
        risks=[risk.told for risk in risks_of(first[use].record.tags)],
    )


def _told_regret(compared: LanguageComparisons, group: LevelsAlike) -> ChoiceRegret | None:
    found = group.regret
    if found.over is None or found.at is None:
        return None
    beside = compared.ratio(found.at, group.use, found.over)
    return ChoiceRegret(
        ratio=beside.ratio,
        low=beside.low,
        high=beside.high,
        over=found.over,
        called=compared.arms[found.at][found.over].called,
        at=compared.factors(found.at),
    )


def _times(compared: LanguageComparisons, numbers: Sequence[int], use: str, names: Iterable[str]) -> list[TimesOver]:
    return sorted((times_over(compared, numbers, use, name) for name in names), key=lambda one: one.most)


def times_over(compared: LanguageComparisons, numbers: Sequence[int], use: str, name: str) -> TimesOver:
    """Return the ratios of the levels at which one of the two is shown to be slower; if there are none, of all."""
    of = compared.arms
    at = [number for number in numbers if name in of[number] and use in of[number]]
    decided = [number for number in at if compared.is_decided(number, name, use)]
    told = [compared.ratio(number, name, use) for number in decided or at]
    every = [compared.ratio(number, name, use) for number in at]
    more = compared.gives_more(of[at[0]][name], of[at[0]][use])
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
        decided_at=[compared.factors(number) for number in decided if len(decided) < len(at)],
        no_figure_at=[compared.factors(number) for number in numbers if number not in at],
        never_equal=next((why for n in at if (why := _why_unlike(of[n][name], of[n][use]))), None),
        moving=next((arm.called for n in at for arm in (of[n][name], of[n][use]) if arm.is_moving), None),
        gives_more=more,
        more_if=compared.conditions(more),
    )


def _why_unlike(one: JudgedArm, other: JudgedArm) -> str | None:
    """Return why two arms are never called equal (rules 1, 3 and 26); None if they may be."""
    for arm in (one, other):
        if arm.is_moving:
            return HAS_NOT_SETTLED.format(name=arm.called)
        if any(caution.code in NEVER_EQUAL for caution in arm.cautions):
            return TOO_COARSE.format(name=arm.called)
    return UNLIKE_ITERATIONS if one.record.shift != other.record.shift else None


def other_guarantees(compared: LanguageComparisons, numbers: Sequence[int], use: str) -> list[OtherGuarantee]:
    """Return for each set of guarantees that differs from those of the one to use the quickest method."""
    return _quickest(compared, numbers, use, _unlike(compared, numbers, use))


def _unlike(compared: LanguageComparisons, numbers: Sequence[int], use: str) -> list[OtherGuarantee]:
    """All methods of other guarantees than those of the one to use, quickest first."""
    names = dict.fromkeys(name for number in numbers for name in compared.arms[number])
    others = (name for name in names if not any(name in compared.ranked[number] for number in numbers))
    found = (unlike_over(compared, numbers, use, name) for name in others)
    return sorted((over for over in found if over is not None), key=lambda one: one.most)


def _quickest(
    compared: LanguageComparisons, numbers: Sequence[int], use: str, unlike: Iterable[OtherGuarantee]
) -> list[OtherGuarantee]:
    """The quickest of each set of guarantees and risks."""
    cheapest: dict[tuple[Guarantees, tuple[str, ...]], OtherGuarantee] = {}
    for over in unlike:
        key = tuple(sorted(over.gives.items())), tuple(over.risks)
        if key not in cheapest or _is_quicker(compared, numbers, use, over.arm, cheapest[key].arm):
            cheapest[key] = over
    return sorted(cheapest.values(), key=lambda one: one.most)


def unlike_over(compared: LanguageComparisons, numbers: Sequence[int], use: str, name: str) -> OtherGuarantee | None:
    """Return a method of other guarantees beside the one to use, or that risks more; None if it does neither."""
    chosen = compared.arms[numbers[0]][use].record
    own = chosen.guarantees
    arm = next(compared.arms[number][name] for number in numbers if name in compared.arms[number])
    differs = {key: value for key, value in arm.record.guarantees.items() if value != own.get(key)}
    known = risks_of(chosen.tags)
    risks = [risk for risk in risks_of(arm.record.tags) if risk not in known]
    if not differs and not risks:
        return None
    also = compared.more(differs, own)
    differs = {key: value for key, value in differs.items() if key not in also}
    conditions = compared.conditions(differs)
    is_worded = bool(conditions) or not differs
    return OtherGuarantee(
        **{**times_over(compared, numbers, use, name).model_dump(), "more_if": compared.conditions(also)},
        gives=differs,
        also=also,
        risks=[risk.what for risk in risks],
        conditions=[*conditions, *(risk.never for risk in risks)] if is_worded else [],
        instead=compared.conditions(compared.not_needed({key: own[key] for key in differs if key in own})),
        is_outdone=compared.is_outdone(numbers, name, use, own),
    )


def _is_quicker(compared: LanguageComparisons, numbers: Sequence[int], use: str, name: str, than: str) -> bool:
    """True if a method takes less time than another of the same guarantees, at the levels that have both."""
    both = [number for number in numbers if {use, name, than} <= compared.arms[number].keys()]

    def longest(arm: str) -> float:
        return max(compared.ratio(number, arm, use).ratio for number in both)

    return bool(both) and longest(name) < longest(than)
