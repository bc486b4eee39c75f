"""Time or memory over sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims.claim import Claim
from iotrial.claims.claim_table import Choice, ClaimTable, key
from iotrial.claims.outcome import Outcome, Verdict
from iotrial.claims.tolerance import EFFECT

if TYPE_CHECKING:
    from iotrial.analysis.memory_growth import MemoryGrowth
    from iotrial.analysis.size_cost import SizeCost
    from iotrial.claims.evaluator import ClaimEvaluator
    from iotrial.claims.level_figures import RunFigures
    from iotrial.study.model import Level

#: Figures that can grow.
GROWING = ("time", "memory", "held memory")


@dataclass(frozen=True, kw_only=True)
class Growth(Claim):
    """A figure grows over the sizes as a line, which no size is off by more than a fifth (`within`), or is flat."""

    of: str = key(Choice(GROWING))
    shape: str = key(Choice(("linear", "flat")), named="is")
    within: float = key(ClaimTable.share, default=EFFECT)

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
        if self.of == "time":
            found = [self._time(one) for one in run.costs(self, arms)]
        else:
            of = "held" if self.of == "held memory" else "peak"
            found = [self._memory(one) for one in run.growth(self, arms, of)]
        return found or [Outcome("not run", reason="it takes several sizes, and for memory a run that takes it apart")]

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
            return Outcome("open", reason=f"too few rounds for a line of {cost.arm}", level=cost.factor)
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
        return Outcome(verdict, figure.median, figure.low, figure.high, reason, said, cost.factor)

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
        return Outcome(verdict, figures.median, low, high, reason, said, growth.factor)


def _rounded(value: float) -> str:
    """Round to two digits; zero has no sign."""
    return f"{round(value, 2) + 0.0:,.2f}"
