"""One level of a run as kinds of claims see it: rows, ratios, and the reasons for having none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.catalog import Value, method_of
from iotrial.ask.level_factors import LevelFactors, level_name
from iotrial.claims.claim_figures import SpeaksOfLevels
from iotrial.claims.measured_figures import counted_figures
from iotrial.claims.outcome import Outcome
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judge_arm import MOVING, NEVER_EQUAL
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import across_levels, apart, pair_ratio
from iotrial.judge.statements_across import MemoryGrowth, SizeCost
from iotrial.store.record import Evidence

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

TOO_FEW_ROUNDS = Outcome("open", reason="too few rounds for an interval")


@dataclass(frozen=True)
class EvaluatedLevel:
    """A level of a run, by its number. With `as_published`, the times of arms count that are wrong as published."""

    run: ClaimEvaluator
    number: int
    as_published: bool = False

    @property
    def row(self) -> JudgedLevel:
        """The level as it was judged."""
        return self.run.rows.levels[self.number]

    @property
    def factors(self) -> Mapping[str, int | str]:
        """The level's factors."""
        return self.row.level

    @property
    def name(self) -> str:
        """The level by the factors that tell it from the others."""
        return self.run.name(self.factors)

    def arm(self, name: str) -> JudgedArm | None:
        """An arm, measured or not; None if the level has none of that name."""
        return self.row.by_name.get(name)

    def arms(self, names: Sequence[str]) -> list[JudgedArm]:
        """Arms that the level has, in this order."""
        return [self.row.by_name[name] for name in names]

    def missing(self, names: Sequence[str], *, as_published: bool = False) -> str | None:
        """Return the arm that has no figure, and the reason; None if all have one."""
        for name in names:
            row = self.arm(name)
            if row is None:
                variants = [other for other in self.row.by_name if method_of(other) == name]
                return (
                    f"{name} is in the run only as {', '.join(variants)}" if variants else f"{name} is not in the run"
                )
            is_timed = row.status == "measured" or (as_published and row.is_wrong_as_published)
            if not is_timed or row.median_ns is None:
                return f"{name} is {row.status}" + (f": {row.reason}" if row.reason else "")
        return None

    def unfit(self, names: Sequence[str]) -> Outcome | None:
        """Return why the level says nothing of arms: it is invalid, or they have no figure. None if it does."""
        if self.row.invalid:
            return Outcome("open", reason=f"the level {level_name(self.factors)} is invalid: {self.row.invalid}")
        missing = self.missing(names, as_published=self.as_published)
        return Outcome("not run", reason=missing, is_missing=all(map(self.arm, names))) if missing else None

    def untimed(self, names: Sequence[str]) -> Outcome | None:
        """Return why an arm's time may not be compared with another's; None if all may.

        The final speed of an arm that was still warming up at the end of its pilot is unknown.
        """
        for row in self.arms(names):
            if row.has_no_plateau:
                return _moving(row)
            if row.verdict is None and row.record.role != "baseline" and not row.is_wrong_as_published:
                why = "; ".join(one.text for one in row.cautions)
                return Outcome("not run", reason=f"the time of {row.arm} is not ranked: {why}")
        return None

    def moving(self, names: Sequence[str]) -> Outcome | None:
        """Return that an arm still moves by more than the margin; None if none does."""
        return next((_moving(row) for row in self.arms(names) if row.is_moving), None)

    def never_equal(self, first: str, second: str) -> str | None:
        """Return why the times of two arms may not be called equal, however near they are; None if they may.

        What keeps them from it in an earlier session does so in all of them together.
        """
        earlier = (session.level_at(self.factors, as_published=self.as_published) for session in self.run.earlier)
        told = [level for level in earlier if level is not None and not level._says_nothing_of((first, second))]
        return next((why for level in (self, *told) if (why := level._unlike(first, second))), None)

    def _unlike(self, first: str, second: str) -> str | None:
        """Return what keeps the times of two arms of this session from being equal."""
        rows = self.arms((first, second))
        if rows[0].record.shift != rows[1].record.shift:
            return f"{first} and {second} were measured with unlike numbers of iterations"
        if (moving := self.moving((first, second))) is not None:
            return moving.reason
        for row in rows:
            for caution in row.cautions:
                if caution.code in NEVER_EQUAL:
                    return f"{row.arm}: {caution.text}"
        return None

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""
        return self.run.margin

    def elsewhere(self, factors: Mapping[str, Value]) -> EvaluatedLevel | None:
        """The level of these factors; None if the run has none."""
        return self.run.level_at(factors, as_published=self.as_published)

    def counted(self, arms: Sequence[str], of: str) -> list[float] | Outcome:
        """A counted figure of each arm; an outcome if one is not known."""
        return counted_figures(self.arms(arms), of)

    def ratio(self, arm: str, over: str, of: str = "time") -> Interval | Outcome:
        """The ratio of two arms with its interval, the hull of all sessions; an outcome if the samples bear none.

        The interval of arms that still move reaches as far as that movement would take it, either way. `of` is `time`,
        or a figure of store/column.py.
        """
        import numpy as np  # takes a while to start, and a study is read without it

        def figure(level: EvaluatedLevel) -> Interval | Outcome:
            if np.isnan(level.run.judging.stored.column(level.number, of)).all():
                return Outcome("not run", reason=f"the samples say nothing of {of}; that takes several workers at once")
            found = pair_ratio(level.run.judging, level.number, arm, over, alpha=level.run.alpha, of=of)
            return found.widened(level._moved(arm) * level._moved(over)) if found else TOO_FEW_ROUNDS

        return self._hull(figure, lambda level: level._says_nothing_of((arm, over)))

    def ratio_over(self, arm: str, other: EvaluatedLevel, over: str, of: str) -> Interval | Outcome:
        """The ratio of an arm to an arm at another level; otherwise as `ratio`."""

        def figure(level: EvaluatedLevel, beside: EvaluatedLevel) -> Interval | None:
            run, places = level.run, (level.number, beside.number)
            found = across_levels(run.judging, (places[0], arm), (places[1], over), alpha=run.alpha, of=of)
            return found.widened(level._moved(arm) * beside._moved(over)) if found else None

        return self._hull_beside(other, arm, over, figure)

    @property
    def work_unit(self) -> str:
        """The unit that the job's work is counted in."""
        return self.run.work_unit

    def gap_ns(self, arm: str, other: EvaluatedLevel, over: str) -> Interval | Outcome:
        """The time of a unit of an arm's work less that of one of an arm at another level, in ns; else as `ratio`."""
        units, others = (one.record.work for one in (*self.arms([arm]), *other.arms([over])))
        if not units or units != others:
            return Outcome("not run", reason=f"{arm} and {over} do not do the same work")

        def figure(level: EvaluatedLevel, beside: EvaluatedLevel) -> Interval | None:
            if level.moving([arm]) or beside.moving([over]):
                return None
            return apart(level.run.judging, (level.number, arm), (beside.number, over), units, alpha=level.run.alpha)

        return self._hull_beside(other, arm, over, figure)

    def _hull_beside(
        self,
        other: EvaluatedLevel,
        arm: str,
        over: str,
        figure: Callable[[EvaluatedLevel, EvaluatedLevel], Interval | None],
    ) -> Interval | Outcome:
        """The hull of a figure of two levels, this one and one like `other`, both of the same session."""

        def own(level: EvaluatedLevel) -> Interval | Outcome:
            beside = level.elsewhere(other.factors)
            return (figure(level, beside) if beside is not None else None) or TOO_FEW_ROUNDS

        def is_unsaid(level: EvaluatedLevel) -> bool:
            beside = level.elsewhere(other.factors)
            return beside is None or level._says_nothing_of((arm,)) or beside._says_nothing_of((over,))

        return self._hull(own, is_unsaid)

    def _moved(self, arm: str) -> float:
        """The factor by which an arm's time still moves."""
        return self.row.by_name[arm].movement

    def _says_nothing_of(self, arms: Sequence[str]) -> bool:
        """True if the level says nothing of the times of these arms."""
        return self.unfit(arms) is not None or self.untimed(arms) is not None

    def _hull(
        self,
        figure: Callable[[EvaluatedLevel], Interval | Outcome],
        is_unsaid: Callable[[EvaluatedLevel], bool],
    ) -> Interval | Outcome:
        """The hull of this session's figure and those of earlier ones; an outcome if this session has none.

        is_unsaid: if a level of an earlier session says nothing of it; for its own, the kind of claim has asked.
        """
        from iotrial.claims.session_hull import hull

        own = figure(self)
        if isinstance(own, Outcome):
            return own
        found = []
        for session in self.run.earlier:
            level = session.level_at(self.factors, as_published=self.as_published)
            if level is None or is_unsaid(level):
                continue
            one = figure(level)
            if not isinstance(one, Outcome):
                found.append(one)
        return hull([*found, own])

    def evidence(self, arm: str) -> Evidence:
        """The system calls of an arm that the level has."""
        return next(one.evidence for one in self.run.judging.run.levels[self.number].arms if one.arm == arm)


def _moving(row: JudgedArm) -> Outcome:
    moving = "; ".join(one.text for one in row.cautions if one.code in MOVING)
    return Outcome("open", reason=f"{row.arm} still moves: {moving}")


@dataclass(frozen=True)
class ClaimEvaluator:
    """A run, its judgement, `alpha` (one minus the coverage of each interval), and earlier sessions, oldest first."""

    judging: Judging
    rows: JudgedRun
    alpha: float
    earlier: tuple[ClaimEvaluator, ...] = ()

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""
        return self.judging.margin

    @property
    def work_unit(self) -> str:
        """The unit that the job's work is counted in."""
        return self.rows.work_unit

    def levels(self, claim: SpeaksOfLevels, *, as_published: bool = False) -> Iterator[EvaluatedLevel]:
        """The levels that a claim speaks of."""
        for number, row in enumerate(self.rows.levels):
            if claim.is_at(row.level):
                yield EvaluatedLevel(self, number, as_published)

    def level_at(self, factors: Mapping[str, int | str], *, as_published: bool) -> EvaluatedLevel | None:
        """The level of these factors; None if the run has none."""
        for number, row in enumerate(self.rows.levels):
            if row.level == factors:
                return EvaluatedLevel(self, number, as_published)
        return None

    def costs(self, claim: SpeaksOfLevels, arms: Sequence[str]) -> list[SizeCost]:
        """The costs of arms over sizes, as far as the claim speaks of them, arm by arm."""
        return [one for arm in arms for one in self.rows.costs if one.arm == arm and claim.is_at(one.at)]

    def growth(self, claim: SpeaksOfLevels, arms: Sequence[str], of: str) -> list[MemoryGrowth]:
        """The growth of memory (`peak` or `held`) over sizes, as far as the claim speaks of it, arm by arm."""
        found = [one for one in self.rows.growth if one.of == of]
        return [one for arm in arms for one in found if one.arm == arm and claim.is_at(one.at)]

    def is_wrong(self, claim: SpeaksOfLevels) -> bool:
        """True if the claim rests on the time of an arm that does not do the job."""
        rows = (row for level in self.levels(claim) for row in level.row.arms if row.arm in claim.arms)
        return any(row.is_wrong_as_published for row in rows)

    def name(self, factors: Mapping[str, int | str]) -> str:
        """A level by the factors that tell it from the others."""
        told = [f"{name}={factors[name]}" for name in varying_factors(self.rows) if name in factors]
        return " ".join(told) or level_name(LevelFactors(factors, self.judging.run.unsaid))
