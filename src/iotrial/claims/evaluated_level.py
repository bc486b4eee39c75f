"""One level of a run as kinds of claims see it: rows, ratios, and the reasons for having none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.analysis.arm import MOVING, is_moving
from iotrial.analysis.direct import direct
from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.catalog.model import method_of
from iotrial.claims.outcome import Outcome
from iotrial.store.record import Evidence
from iotrial.study.level_factors import level_name

if TYPE_CHECKING:
    from iotrial.claims.evaluator import ClaimEvaluator
    from iotrial.stats.interval import Interval

#: Cautions that keep an arm from being called equal to another; it may still be shown to differ (rules 1 and 3).
NEVER_EQUAL = ("kit_cost", "coarse_clock")

TOO_FEW_ROUNDS = Outcome("undecided", reason="too few rounds for an interval")


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
            return Outcome("undecided", reason=f"the level {level_name(self.factors)} is invalid: {self.row.invalid}")
        missing = self.missing(names, as_published=self.as_published)
        return Outcome("not run", reason=missing, is_missing=all(map(self.arm, names))) if missing else None

    def untimed(self, names: Sequence[str]) -> Outcome | None:
        """Return why an arm's time may not be compared with another's; None if all may."""
        for row in self.arms(names):
            if row.verdict == "invalid":
                return Outcome("undecided", reason=f"the time of {row.arm} is invalid: {_caution(row, 'below_floor')}")
            if is_moving(row):
                moving = "; ".join(one.text for one in row.cautions if one.code in MOVING)
                return Outcome("undecided", reason=f"{row.arm} still moves: {moving}")
            if row.verdict is None and row.role != "baseline" and not row.is_wrong_as_published:
                return Outcome("not run", reason=f"the time of {row.arm} is not ranked: {_caution(row)}")
        return None

    def never_equal(self, first: str, second: str) -> str | None:
        """Return why the times of two arms may not be called equal, however near they are; None if they may."""
        rows = self.arms((first, second))
        if rows[0].shift != rows[1].shift:
            return f"{first} and {second} were measured with unlike numbers of iterations"
        for row in rows:
            for caution in row.cautions:
                if caution.code in NEVER_EQUAL:
                    return f"{row.arm}: {caution.text}"
        return None

    def ratio(self, arm: str, over: str, of: str = "time") -> Interval | Outcome:
        """The ratio of two arms with its interval; an outcome if the samples do not bear one.

        `of` is `time`, or a figure of store/column.py.
        """
        import numpy as np  # takes a while to start, and a study is read without it

        if np.isnan(self.run.stored.column(self.number, of)).all():
            return Outcome("not run", reason=f"the samples say nothing of {of}; that takes several workers at once")
        return direct(self.run.stored, self.number, arm, over, alpha=self.run.alpha, of=of) or TOO_FEW_ROUNDS

    def evidence(self, arm: str) -> Evidence:
        """The system calls of an arm that the level has."""
        return next(one.evidence for one in self.run.stored.run.levels[self.number].arms if one.arm == arm)


def _caution(row: JudgedArm, code: str | None = None) -> str:
    """The caution of the row with that code, in words; all of them if no code is given."""
    return "; ".join(one.text for one in row.cautions if code in (None, one.code))
