"""Time or memory over sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from iotrial.ask.level_factors import listed
from iotrial.ask.toml_types import Line, one_of
from iotrial.claims.claim import Claim
from iotrial.claims.claim_table import ClaimTable, Share
from iotrial.claims.outcome import Outcome, Verdict
from iotrial.claims.tolerance import EFFECT

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_figures import RunFigures
    from iotrial.claims.evaluator import ClaimEvaluator, EvaluatedLevel
    from iotrial.judge.statements_across import MemoryGrowth, SizeCost

#: Figures that can grow.
GROWING = ("time", "memory", "held memory")


@dataclass(frozen=True, kw_only=True)
class Growth(Claim):
    """A figure grows over the sizes as a line, which no size is off by more than a fifth (`within`), or is flat."""

    of: Annotated[Line, one_of(*GROWING)]
    shape: Annotated[Line, one_of("linear", "flat"), Field(alias="is")]
    within: Share = EFFECT

    narrows_with_rounds: ClassVar[bool] = False

    example = """\
says = "The time grows with the number of lines, and with nothing else."
kind = "growth"
arms = ["php/keep_open"]
of = "time"
is = "linear"
"""

    def of_article(self, run: RunFigures, arms: Sequence[str]) -> list[Outcome]:
        """Return the outcome of each line through the article's own figures."""
        return [self._time(one) for one in run.costs(self, arms)] if self.of == "time" else []

    def tolerated(self) -> str | None:
        """Return how far a size may be off the line."""
        return f"{100 * self.within:.3g} % off a line" if self._is_linear and self.of == "time" else None

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return the outcome of each line, or of each arm's memory over sizes."""
        lines: Sequence[SizeCost | MemoryGrowth]
        if self.of == "time":
            lines = times = run.costs(self, arms)
            found = [self._time(one) for one in times]
        else:
            lines = memory = run.growth(self, arms, "held" if self.of == "held memory" else "peak")
            found = [self._memory(one) for one in memory]
        if not lines:
            reason = "it takes several sizes, and for memory a run that takes it apart"
            return [Outcome("not run", reason=reason)]
        levels = list(run.levels(self))
        absent = [arm for arm in arms if all(line.arm != arm for line in lines)]
        if absent and all(one.verdict == "confirmed" for one in found):
            why = next((why for level in levels if (why := level.missing(absent))), "it has too few sizes")
            return [Outcome("not run", reason=f"nothing is known of {listed(absent)}: {why}")]
        lost = (self._lost(level, arms) for level in levels if any(_is_on(level, line) for line in lines))
        return [*found, *(one for one in lost if one is not None)]

    def _lost(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome | None:
        """A level that no line of some arm goes through: it has no figure there, or no time there counts."""
        invalid = level.row.invalid if self.of == "time" else None
        why = [invalid] if invalid else [why for arm in arms if (why := level.missing([arm]))]
        if not why:
            return None
        return Outcome("not run", reason="; ".join(why), level=level.name, is_missing=True)

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain if `at` names some sizes of the factor that it grows with: a line goes through all of a run."""
        every = {name for level in table.levels for name in level.factors}
        for name in self.at:
            sizes = {level.factors.get(name) for level in table.levels if isinstance(level.factors.get(name), int)}
            if name in every and isinstance(self.at[name], tuple) and len(sizes) > 1:
                table.complain(f"names sizes of {name!r}: a line goes through all sizes of a run", "at")

    @property
    def _is_linear(self) -> bool:
        return self.shape != "flat"

    def _time(self, cost: SizeCost) -> Outcome:
        """Judge that a line through the sizes describes the cost, or that it is flat, within what the claim allows."""
        misfit, growth = cost.misfit_share, cost.growth_share
        figure = misfit if self._is_linear else growth
        if misfit.low is None or misfit.high is None or growth.low is None or growth.high is None:
            few = f"too few rounds for a line of {cost.arm}"
            return Outcome("open", reason=few, level=cost.factor, series=_series(cost.arm, cost.at))
        told = f"{figure.median:.0%} [{figure.low:.0%}, {figure.high:.0%}]"
        said = f"{cost.arm} {told} off a line" if self._is_linear else f"{cost.arm} {told} more at the largest size"
        fits, bends = misfit.high <= self.within, misfit.low > self.within
        grows, flat = growth.low > (0 if self._is_linear else self.within), growth.high <= self.within
        verdict: Verdict = "open"
        if fits and (grows if self._is_linear else flat):
            verdict = "confirmed"
        elif (bends or (fits and flat)) if self._is_linear else grows:
            verdict = "holds nowhere tested"
        reason = f"the interval reaches over {self.within:.0%}" if verdict == "open" else None
        return Outcome(
            verdict, figure.median, figure.low, figure.high, reason, said, cost.factor, _series(cost.arm, cost.at)
        )

    def _memory(self, growth: MemoryGrowth) -> Outcome:
        """Judge that memory is flat over the sizes, or that it grows."""
        figures = growth.bytes_per_unit
        low, high = figures.low, figures.high
        bounds = f" [{_rounded(low)}, {_rounded(high)}]" if low is not None and high is not None else ""
        said, reason = f"{_rounded(figures.median)}{bounds} bytes", f"{growth.arm}, memory for each of {growth.factor}"
        verdict: Verdict = (
            "confirmed" if growth.verdict == ("grows" if self._is_linear else "flat") else "holds nowhere tested"
        )
        if growth.verdict == "undecided":
            verdict = "open"
        elif verdict == "confirmed" and self._is_linear and self._bends(growth):
            verdict, reason = "open", f"{reason}: more at the largest, and by over {self.within:.0%} off a line between"
        return Outcome(verdict, figures.median, low, high, reason, said, growth.factor, _series(growth.arm, growth.at))

    def _bends(self, growth: MemoryGrowth) -> bool:
        """True if a size between is farther from the line through the ends than the share of what memory grows by."""
        grown = abs(growth.bytes_per_unit.median) * (growth.units[-1] - growth.units[0])
        return growth.misfit_bytes > self.within * grown


def _is_on(level: EvaluatedLevel, line: SizeCost | MemoryGrowth) -> bool:
    """True if a line is of levels that differ from this one in nothing but the size."""
    return line.at == {name: value for name, value in level.factors.items() if name != line.factor}


def _series(arm: str, at: Mapping[str, int | str]) -> str:
    return " ".join([arm, *(f"{name}={value}" for name, value in at.items())])


def _rounded(value: float) -> str:
    """Round to two digits; zero has no sign."""
    return f"{round(value, 2) + 0.0:,.2f}"
