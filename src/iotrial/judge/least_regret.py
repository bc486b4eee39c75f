"""The method to use over several levels: the usual way, a faster one, or the one that is never far behind (rule 31).

The regret of a method is the most that it takes over the best at any level. Its interval is that of the largest of the
pairs it comes from, all of which hold together (rule 8).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from iotrial.ask.catalog import Value
from iotrial.ask.level_factors import varying
from iotrial.judge.bounds import Factors
from iotrial.judge.language_answer import AS_WELL, AVOID
from iotrial.judge.language_comparisons import LanguageComparisons

#: What a reader cares about: a method is never advised over the usual one for less (rule 32).
MATTERS = 1 + AS_WELL

#: With a regret above this everywhere, no method will do for all levels: it depends.
MOST_REGRET = 1.25


@dataclass(frozen=True)
class Regret:
    """The most that a method takes over the best at any level: 1 if it is never behind.

    over, at: the method and the level of the most that it is shown to be behind; if nothing is shown, that it came out.
    """

    ratio: float
    low: float
    high: float
    over: str | None = None
    at: int | None = None


@dataclass(frozen=True)
class LevelsAlike:
    """Levels, by their numbers, with the method to use at all of them and its regret."""

    numbers: list[int]
    use: str
    regret: Regret


def for_levels(
    compared: LanguageComparisons, levels: Mapping[int, Factors], numbers: Sequence[int], usual: str | None
) -> list[LevelsAlike]:
    """Return the method to use at these levels: one for all, or two for either side of one factor if it depends.

    It depends if every method is shown to be more than a quarter behind somewhere, or if none does its job everywhere.
    A level at which nothing can be used stands by itself, and is left out.
    """
    whole = _one(compared, numbers, usual)
    if whole is not None and whole.regret.low <= MOST_REGRET:
        return [whole]
    halves = [
        [first, second]
        for side, rest in _splits(levels, numbers)
        if (first := _one(compared, side, usual)) is not None and (second := _one(compared, rest, usual)) is not None
    ]
    apart = [pair for pair in halves if whole is None or pair[0].use != pair[1].use]
    best = min(apart, key=_most, default=None)
    if best is not None and (whole is None or _most(best) < whole.regret.ratio):
        return best
    if whole is not None:
        return [whole]
    return _merged(compared, [one for number in numbers if (one := _one(compared, [number], usual)) is not None], usual)


def kept(compared: LanguageComparisons, found: LevelsAlike, told: str) -> LevelsAlike:
    """Return the method that was told for more levels at these, unless the one found there is shown to be better."""
    is_there = all(
        told in compared.ranked[number] and not compared.arms[number][told].is_moving for number in found.numbers
    )
    if not is_there or told == found.use or _is_better(compared, found.numbers, found.use, told):
        return found
    return LevelsAlike(found.numbers, told, _regret(compared, found.numbers, told))


def _most(pair: Sequence[LevelsAlike]) -> float:
    return max(one.regret.ratio for one in pair)


def _one(compared: LanguageComparisons, numbers: Sequence[int], usual: str | None) -> LevelsAlike | None:
    """The method to use at all of these levels; None if no method was ranked at every one."""
    everywhere = [name for name in compared.ranked[numbers[0]] if all(name in compared.ranked[n] for n in numbers)]
    if not everywhere:
        return None
    still = [name for name in everywhere if not any(compared.arms[n][name].is_moving for n in numbers)]
    if usual in everywhere and all(_is_far_behind(compared, numbers, name, usual) for name in still):
        still = [name for name in everywhere if name in still or name == usual]
    fit = still or everywhere
    regrets = {name: _regret(compared, numbers, name) for name in fit}
    least = min(fit, key=lambda name: (regrets[name].ratio, name != usual))
    use = least
    if usual is not None and usual in fit:
        better = [name for name in fit if name != usual and _is_better(compared, numbers, name, usual)]
        use = min(better, key=lambda name: regrets[name].ratio, default=usual)
        if regrets[use].low > MOST_REGRET >= regrets[least].ratio:
            use = least
    return LevelsAlike(list(numbers), use, regrets[use])


def _is_far_behind(compared: LanguageComparisons, numbers: Sequence[int], name: str, usual: str) -> bool:
    """True if a method would be one to avoid beside the usual way at all of these levels, by its interval."""
    lows = [compared.ratio(number, name, usual).low for number in numbers]
    return name != usual and all(low is not None and low >= AVOID for low in lows)


def _regret(compared: LanguageComparisons, numbers: Sequence[int], name: str) -> Regret:
    ratio, low, high = 1.0, 1.0, 1.0
    worst, over, at = (False, 1.0), None, None
    for number in numbers:
        for other in compared.ranked[number]:
            if other == name or compared.arms[number][other].is_moving:
                continue
            found = compared.ratio(number, name, other)
            low = max(low, found.low or 1.0)
            high = max(high, math.inf if found.high is None else found.high)
            ratio = max(ratio, found.ratio)
            behind = (found.low is not None and found.low > 1, found.ratio)
            if behind > worst:
                worst, over, at = behind, other, number
    return Regret(ratio, min(low, ratio), max(high, ratio), over, at)


def _is_better(compared: LanguageComparisons, numbers: Sequence[int], name: str, usual: str) -> bool:
    """True if a method is shown to be faster by what matters at some level, and slower by that nowhere."""
    ratios = [compared.ratio(number, name, usual) for number in numbers]
    is_faster = any(one.high is not None and one.high <= 1 / MATTERS for one in ratios)
    return is_faster and not any(one.low is not None and one.low >= MATTERS for one in ratios)


def _splits(levels: Mapping[int, Factors], numbers: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Two sides of one factor: of a number small and large, or those between and the others; of a word one and all
    others. Not all levels have every option of a runtime: then one level and all others.
    """
    for name in varying([levels[number] for number in numbers]):
        values = list(dict.fromkeys(levels[number].get(name) for number in numbers))
        sizes = sorted(value for value in values if isinstance(value, int))
        sides: list[set[Value | None]] = []
        if len(sizes) == len(values):
            sides = [set(sizes[:cut]) for cut in range(1, len(sizes))]
            sides += [set(sizes[start:end]) for start, end in combinations(range(1, len(sizes)), 2)]
        for side in sides or [{value} for value in values]:
            inside = [number for number in numbers if levels[number].get(name) in side]
            outside = [number for number in numbers if levels[number].get(name) not in side]
            is_first = sizes[0] in side if sides else inside[0] < outside[0]
            yield (inside, outside) if is_first else (outside, inside)
    if any(levels[number].keys() != levels[numbers[0]].keys() for number in numbers):
        for number in numbers:
            rest = [other for other in numbers if other != number]
            yield ([number], rest) if number == numbers[0] else (rest, [number])


def _merged(compared: LanguageComparisons, found: Sequence[LevelsAlike], usual: str | None) -> list[LevelsAlike]:
    """Levels with the same method to use are one."""
    by_use: dict[str, list[int]] = {}
    for one in found:
        by_use.setdefault(one.use, []).extend(one.numbers)
    merged = [_one(compared, numbers, usual) for numbers in by_use.values()]
    return [one for one in merged if one is not None]
