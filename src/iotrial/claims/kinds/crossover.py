"""A winner that changes over sizes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_types import Line
from iotrial.claims.claim import Claim, Pair
from iotrial.claims.claim_table import ClaimTable, Range
from iotrial.claims.outcome import Outcome
from iotrial.claims.pair_at_level import PairAtLevel, pair_at
from iotrial.claims.pairwise import against_first

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_figures import RunFigures
    from iotrial.claims.evaluator import ClaimEvaluator


@dataclass(frozen=True, kw_only=True)
class Crossover(Claim):
    """Over the sizes of the factor `along`, the first arm is faster up to one size and the second from a larger one on;
    both sizes lie in a band.

    A win of the wrong arm outside the band refutes it by itself. Sizes that are equal or open may lie between the wins
    of the two; none of them counts as a win. A level that has no size, such as one without a memory limit, is left out.
    """

    along: Line
    band: Range

    fewest_arms: ClassVar[int] = 2
    most_arms: ClassVar[int | None] = 2
    looks_for_some_level: ClassVar[bool] = True

    example = """\
says = "From a few hundred lines on, a lock for each of them pays."
kind = "crossover"
arms = ["php/reopen", "php/flock_each"]
along = "records"
band = [100, 1000]
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return the two arms as one pair."""
        return against_first(arms)

    def of_article(self, run: RunFigures, arms: Sequence[str]) -> list[Outcome]:
        """Return the outcome of each series of levels that the article has figures of."""
        return self._series(run, arms, as_published=False)

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return an outcome for each series of levels that differ in the factor's size alone."""
        return self._series(run, arms, as_published=as_published)

    def _series(self, run: RunFigures, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        series: dict[tuple[tuple[str, int | str], ...], list[PairAtLevel]] = {}
        absent: dict[tuple[tuple[str, int | str], ...], Outcome] = {}
        for level in run.levels(self, as_published=as_published):
            size = level.factors.get(self.along)
            if isinstance(size, int):
                shared = {name: value for name, value in level.factors.items() if name != self.along}
                place = tuple(shared.items())
                met = series.setdefault(place, [])
                if (one := pair_at(level, arms[0], arms[1], size)) is not None:
                    met.append(one)
                elif (unfit := level.unfit(arms)) is not None:
                    absent.setdefault(place, unfit)
        found = [
            dataclasses.replace(
                self.over_sizes(arms, met) if met else absent.get(shared, Outcome("not run")),
                level=run.name(dict(shared)),
                factors=dict(shared),
            )
            for shared, met in series.items()
        ]
        if any(series.values()):
            return found
        return [Outcome("not run", reason=f"{' and '.join(arms)} are not both in the run")]

    def over_sizes(self, arms: Sequence[str], met: Sequence[PairAtLevel]) -> Outcome:
        """Judge a series: the first arm wins up to some size, the second from another on, and both are in the band."""
        (low, high), (first, second) = self.band, arms
        wins = [one.size for one in met if one.verdict == "slower"]
        loses = [one.size for one in met if one.verdict == "faster"]
        said = self._told(arms, wins, loses)
        if not any(one.size <= low for one in met) or not any(one.size >= high for one in met):
            return Outcome("not run", reason=f"it takes sizes up to {low:g} and from {high:g} on")
        late, early = [size for size in wins if size >= high], [size for size in loses if size <= low]
        if late or early:
            arm, size = (first, max(late)) if late else (second, min(early))
            return Outcome("holds nowhere tested", said=said, reason=f"{arm} is the faster one at {self.along}={size}")
        if wins and loses and max(wins) < min(loses):
            if low <= max(wins) and min(loses) <= high:
                return Outcome("confirmed", said=said)
            return Outcome("open", said=said, reason=f"what lies between them reaches over {low:g} to {high:g}")
        if wins and loses:
            return Outcome("holds nowhere tested", said=said, reason="the winner changes more than once")
        still_open = next((one for one in met if one.verdict == "undecided"), None)
        if still_open is not None:
            return Outcome("open", said=said, reason=still_open.reason)
        if not wins and not loses:
            return Outcome("equal here", said=said)
        return Outcome("holds nowhere tested", said=said, reason=f"{second if wins else first} is never the faster one")

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain unless the factor has several sizes, and some on either side of the band."""
        if not self.along or not levels:
            return
        given = [level.factors[self.along] for level in levels if self.along in level.factors]
        if not given:
            names = dict.fromkeys(name for level in levels for name in level.factors)
            hint = suggestion(self.along, names)
            table.complain(f"is {self.along!r}, which is no factor of the study", "along", hint)
            return
        sizes = [size for size in given if isinstance(size, int)]
        if len(set(sizes)) < 2:
            table.complain(f"is {self.along!r}, which has not several sizes at these levels", "along")
        elif not (min(sizes) <= self.band[0] and self.band[1] <= max(sizes)):
            table.complain(f"reaches beyond the sizes of the study, {min(sizes)} to {max(sizes)}", "band")

    def _told(self, arms: Sequence[str], wins: Sequence[int], loses: Sequence[int]) -> str:
        """The sizes at which each arm wins, as far as they are decided."""
        parts = [f"{arm} at {_range(sizes)}" for arm, sizes in zip(arms, (wins, loses), strict=True) if sizes]
        return f"{self.along}: {'; '.join(parts)}" if parts else f"{self.along}: no winner at any"


def _range(sizes: Sequence[int]) -> str:
    return f"{min(sizes)}" if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)}"
