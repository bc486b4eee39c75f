"""How each kind of claim is decided in a run, level by level."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from iotrial.analysis.across import varying
from iotrial.analysis.direct import across_levels, apart, direct
from iotrial.analysis.judge import judge_run
from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.memory_growth import MemoryGrowth
from iotrial.analysis.size_cost import SizeCost
from iotrial.claims import compared, outcome, over_levels
from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Finding
from iotrial.claims.over_levels import Met
from iotrial.store.read import StoredRun
from iotrial.study.model import level_name

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

#: Kinds that are decided by intervals of one arm against another, but for counted figures.
INTERVALS = ("order", "first", "last", "no_faster", "ratio", "equal", "fairer", "gap", "crossover", "varies")

#: Kinds that rows of the document decide, whatever becomes of the level's times.
_SEEN: Mapping[str, Callable[[Claim, Sequence[str], JudgedLevel], Finding]] = {
    "survives": outcome.survives,
    "fails": outcome.survives,
    "none": outcome.harmed,
    "some": outcome.harmed,
    "keeps_up": outcome.served,
    "falls_behind": outcome.served,
}


class Court:
    """The findings of claims, with intervals of one confidence."""

    def __init__(self, stored: StoredRun, alpha: float) -> None:
        """Open and judge the run that the claims are held against; `alpha` is one minus the coverage."""
        self._stored = stored
        self._document = judge_run(stored)
        self._margin = stored.run.margin
        self._names = varying([level.level for level in self._document.levels])
        self._alpha = alpha

    def findings(self, claim: Claim, arms: Sequence[str], *, as_published: bool = False) -> list[Finding]:
        """What each level, or each series of levels, says that the claim speaks of.

        With `as_published` the time of an arm counts that is wrong as it was published.
        """
        if claim.kind in ("elsewhere", "quote"):
            return []
        if claim.kind == "growth":
            return self._growth(claim, arms)
        if claim.kind == "varies":
            return [self._varies(claim, arms, as_published)]
        if claim.kind == "crossover":
            return self._crossovers(claim, arms, as_published)
        found = []
        for number, level in self._levels(claim):
            one = self._at(claim, arms, number, as_published)
            found.append(dataclasses.replace(one, level=self._name(level.level), factors=level.level))
        return found

    def is_wrong(self, claim: Claim) -> bool:
        """Whether the claim stands on the time of an arm that does not do the job."""
        rows = (row for _, level in self._levels(claim) for row in level.arms if row.arm in claim.arms)
        return any(outcome.is_wrong_as_published(row) for row in rows)

    def _name(self, factors: Mapping[str, Any]) -> str:
        """A level by the factors that tell it from the others."""
        told = [f"{name}={factors[name]}" for name in self._names if name in factors]
        return " ".join(told) or level_name(factors)

    def _levels(self, claim: Claim) -> Iterator[tuple[int, JudgedLevel]]:
        for number, level in enumerate(self._document.levels):
            if claim.is_at(level.level):
                yield number, level

    def _at(self, claim: Claim, arms: Sequence[str], number: int, as_published: bool) -> Finding:
        level = self._document.levels[number]
        if claim.kind in _SEEN:
            return _SEEN[claim.kind](claim, arms, level)
        if (unfit := self._unfit(arms, number, as_published)) is not None and claim.kind != "gives":
            return unfit
        if claim.kind == "gives":
            missing = outcome.missing(arms, level)
            return Finding("not run", reason=missing) if missing else outcome.gives(claim, arms, level)
        if claim.kind == "calls":
            return self._calls(claim, arms, number)
        if claim.kind in ("ratio", "gap"):
            return self._two(claim, arms, number, as_published)
        if claim.is_counted:
            return outcome.counted(claim, arms, level)
        if (untimed := outcome.untimed(arms, level)) is not None:
            return untimed
        if claim.kind == "rate":
            return outcome.rate(claim, outcome.rows_of(arms, level)[0], level)
        return self._each(claim, arms, number)

    def _unfit(self, arms: Sequence[str], number: int, as_published: bool) -> Finding | None:
        """Why the level says nothing of some arms: it is invalid, or they have no figure. None where it does."""
        level = self._document.levels[number]
        if level.invalid:
            return Finding("undecided", reason=f"the level {level_name(level.level)} is invalid: {level.invalid}")
        missing = outcome.missing(arms, level, as_published=as_published)
        return Finding("not run", reason=missing) if missing else None

    def _each(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """What is said of pairs of arms: each against the next, or the first against each of the others."""
        found = []
        for first, other in _pairs(claim, arms):
            pair = (other, first) if claim.kind == "last" else (first, other)
            found.append(self._pair(claim, *pair, number))
        worst = compared.weakest(found)
        if worst is not None:
            return worst
        return max(found, key=lambda one: abs((one.measured or 1.0) - 1.0)) if claim.kind == "equal" else found[0]

    def _pair(self, claim: Claim, first: str, second: str, number: int) -> Finding:
        """Whether the second takes longer than the first, as long, or no longer; or whether the first is fairer."""
        unlike = outcome.never_equal((first, second), self._document.levels[number])
        if claim.kind in ("fairer", "no_faster"):
            first, second = second, first
        of = "fairness" if claim.kind == "fairer" else claim.of or "time"
        ratio = self._direct(number, second, first, of)
        if isinstance(ratio, Finding):
            return ratio
        reason = f"{'' if of == 'time' else f'{of} of '}{second} over {first}"
        if claim.kind == "equal":
            return compared.equal(ratio, claim.within, unlike, reason)
        if claim.kind == "no_faster":
            return compared.not_smaller(ratio, self._margin, unlike, reason)
        return compared.larger(ratio, self._margin, unlike, reason)

    def _direct(self, number: int, arm: str, over: str, of: str) -> Interval | Finding | None:
        """The ratio of two arms of a level; a finding where the samples say nothing of it."""
        import numpy as np

        if np.isnan(self._stored.column(number, of)).all():
            return Finding("not run", reason=f"the samples say nothing of {of}; that takes several workers at once")
        return direct(self._stored, number, arm, over, alpha=self._alpha, of=of)

    def _two(self, claim: Claim, arms: Sequence[str], number: int, as_published: bool) -> Finding:
        """A ratio, or a gap, in its band; the second arm may be at a level of its own."""
        levels, (arm, over) = self._document.levels, arms
        level, other = levels[number], number
        if claim.over_at:
            wanted = claim.over(level.level)
            place = next((place for place, one in enumerate(levels) if one.level == wanted), None)
            if place is None:
                return Finding("not run", reason=f"no level is {level_name(wanted)}")
            other = place
            if (unfit := self._unfit([over], other, as_published)) is not None:
                return dataclasses.replace(unfit, reason=f"{unfit.reason}, at {level_name(wanted)}")
        rows = [outcome.rows_of([arm], level)[0], outcome.rows_of([over], levels[other])[0]]
        if claim.is_counted:
            return outcome.counted_ratio(claim, rows)
        untimed = outcome.untimed([arm], level) or outcome.untimed([over], levels[other])
        if untimed is not None:
            return untimed
        if claim.kind == "gap":
            return self._gap(claim, rows, (number, other))
        of = claim.of or "time"
        if claim.over_at:
            ratio = across_levels(self._stored, number, arm, other, over, alpha=self._alpha, of=of)
            return compared.banded(claim, ratio, self._margin, None)
        found = self._direct(number, arm, over, of)
        unlike = outcome.never_equal(arms, level)
        return found if isinstance(found, Finding) else compared.banded(claim, found, self._margin, unlike)

    def _gap(self, claim: Claim, rows: Sequence[JudgedArm], numbers: tuple[int, int]) -> Finding:
        """What each unit of work takes longer in the first arm than in the second, which must do as much."""
        works = [row.work for row in rows]
        if not works[0] or works[0] != works[1]:
            return Finding("not run", reason=f"{rows[0].arm} and {rows[1].arm} do not do the same work")
        (number, other), (arm, over) = numbers, (row.arm for row in rows)
        gap_ns = apart(self._stored, number, arm, other, over, works[0], alpha=self._alpha)
        return compared.between(claim, gap_ns, self._document.work_unit)

    def _met(self, claim: Claim, first: str, second: str, number: int, as_published: bool) -> Met | None:
        """Which of two arms is faster at a level; None where it does not have both."""
        level = self._document.levels[number]
        size = level.level.get(claim.along) if claim.along else 0
        size = size if isinstance(size, int) else 0
        name = self._name(level.level)
        unfit = self._unfit((first, second), number, as_published)
        if unfit is None:
            unfit = outcome.untimed((first, second), level)
        if unfit is not None and unfit.verdict == "not run":
            return None
        if unfit is None:
            unlike = outcome.never_equal((first, second), level)
            ratio = direct(self._stored, number, second, first, alpha=self._alpha)
            one = compared.larger(ratio, self._margin, unlike, f"{second} over {first} is undecided at {name}")
            told = {"holds": "slower", "reversed": "faster", "no difference": "equivalent"}
            return Met(name, told.get(one.verdict, "undecided"), size, one.reason)
        return Met(name, "undecided", size, unfit.reason)

    def _varies(self, claim: Claim, arms: Sequence[str], as_published: bool) -> Finding:
        """Whether any two of the arms compare otherwise at some level than at another."""
        met: dict[tuple[str, str], list[Met]] = {}
        for first, second in _pairs(claim, arms):
            found = [self._met(claim, first, second, number, as_published) for number, _ in self._levels(claim)]
            met[first, second] = [one for one in found if one is not None]
        return over_levels.varies(met)

    def _crossovers(self, claim: Claim, arms: Sequence[str], as_published: bool) -> list[Finding]:
        """A finding for each series of levels that differ in the factor's size alone."""
        series: dict[tuple[tuple[str, Any], ...], list[Met]] = {}
        for number, level in self._levels(claim):
            one = self._met(claim, arms[0], arms[1], number, as_published)
            if one is not None:
                shared = {name: value for name, value in level.level.items() if name != claim.along}
                series.setdefault(tuple(shared.items()), []).append(one)
        found = [
            dataclasses.replace(
                over_levels.crossover(claim, arms, met), level=self._name(dict(shared)), factors=dict(shared)
            )
            for shared, met in series.items()
        ]
        return found or [Finding("not run", reason=f"{' and '.join(arms)} are not both in the run")]

    def _calls(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """Whether each arm makes these system calls, so often in one iteration."""
        records = {arm.arm: arm for arm in reversed(self._stored.run.levels[number].arms)}
        told, wrong = [], False
        for arm in arms:
            evidence = records[arm].evidence
            if not evidence.is_traced:
                return Finding(
                    "not run", reason=f"system calls of {arm} were not traced: {evidence.reason or 'unknown'}"
                )
            # The read that finds the end moves no byte, and no article counts it.
            counted = {
                name: made.count - made.empty_count if (made := evidence.calls.get(name)) else 0 for name in claim.calls
            }
            wrong = wrong or counted != dict(claim.calls)
            told.append(", ".join(f"{count:,.0f} {name}" for name, count in counted.items()))
        return Finding("reversed" if wrong else "holds", said="; ".join(dict.fromkeys(told)))

    def _growth(self, claim: Claim, arms: Sequence[str]) -> list[Finding]:
        """How time or memory grows over the sizes of a factor."""
        if claim.of == "time":
            costs = self._document.costs
            found = [outcome.time_growth(claim, one) for arm in arms for one in costs if self._fits(claim, arm, one)]
        else:
            of = "held" if claim.of == "held memory" else "peak"
            growths = [one for one in self._document.growth if one.of == of]
            found = [
                outcome.memory_growth(claim, one) for arm in arms for one in growths if self._fits(claim, arm, one)
            ]
        return found or [Finding("not run", reason="it takes several sizes, and for memory a run that takes it apart")]

    def _fits(self, claim: Claim, arm: str, one: SizeCost | MemoryGrowth) -> bool:
        return bool(one.arm == arm and claim.is_at(one.at))


def is_by_intervals(claim: Claim) -> bool:
    """Whether the claim is decided by intervals of one arm against another."""
    return claim.kind in INTERVALS and not claim.is_counted


def intervals_of(claim: Claim, levels: Sequence[Mapping[str, Any]]) -> int:
    """How many intervals decide such a claim at the levels of a run: those of its arms, and those of the fair ones."""
    pairs = {pair for arms in (claim.arms, claim.fair) for pair in _pairs(claim, arms)}
    return len(pairs) * sum(claim.is_at(level) for level in levels)


def _pairs(claim: Claim, arms: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The arms that a claim sets against each other: every two, each and the next, or the first and each other."""
    if claim.kind == "varies":
        return itertools.combinations(arms, 2)
    if claim.kind == "order":
        return itertools.pairwise(arms)
    return [(arms[0], other) for other in arms[1:]]
