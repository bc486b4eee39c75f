"""The article's own figures, as it prints them, put through the tests of its claims (rule 20)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.level_factors import listed
from iotrial.claims.outcome import OPEN, Outcome

if TYPE_CHECKING:
    from iotrial.ask.catalog import Value
    from iotrial.claims.claim import Claim
    from iotrial.claims.claim_figures import SpeaksOfLevels
    from iotrial.judge.statements_across import SizeCost
    from iotrial.stats.interval import Interval

#: The units of a table's figures: of times in ns, of rates (a time is their inverse; M: millions), and of memory.
UNITS: Mapping[str, float] = {
    "ns": 1.0,
    "us": 1e3,
    "ms": 1e6,
    "s": 1e9,
    "per s": 1e9,
    "M per s": 1e3,
    "bytes": 1.0,
}

#: A line through printed figures takes as many sweeps as an interval does; each of them is the same.
_SWEEPS = 64

#: So often a line is drawn through what is nearest to the one before, of what the last printed digits leave open.
_DRAWN = 100


@dataclass(frozen=True)
class Printed:
    """A printed figure, in ns or bytes, with the bounds that its last digit leaves open."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class OwnRow:
    """A row of a table: factors of a level, and the figure of each arm that it has one of."""

    factors: Mapping[str, Value]
    figures: Mapping[str, Printed]


@dataclass(frozen=True)
class OwnTable:
    """A table of an article: where it stands there, the figure that it is of, and its rows."""

    place: str
    of: str
    rows: tuple[OwnRow, ...]


def printed(value: float, decimals: int, unit: str) -> Printed:
    """Return a printed figure in ns or bytes; `decimals` are those of its column."""
    half, scale = 0.5 * 10.0**-decimals, UNITS[unit]
    low, high = max(value - half, value / 1e6), value + half
    if unit.endswith("per s"):
        return Printed(scale / value, scale / high, scale / low)
    return Printed(value * scale, low * scale, high * scale)


@dataclass(frozen=True)
class OwnLevel:
    """A row as kinds of claims see a level (LevelFigures)."""

    run: OwnFigures
    row: OwnRow

    @property
    def factors(self) -> Mapping[str, Value]:
        """The factors that the row names."""
        return self.row.factors

    @property
    def name(self) -> str:
        """The row by its factors."""
        return self.run.name(self.row.factors)

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""
        return self.run.margin

    def unfit(self, names: Sequence[str]) -> Outcome | None:
        """Return that an arm has no figure; None if all have one."""
        absent = [name for name in names if name not in self.row.figures]
        return Outcome("not run", reason=f"no figure of {listed(absent)} was printed") if absent else None

    def untimed(self, names: Sequence[str]) -> Outcome | None:
        """Return None: what was printed is compared."""
        return None

    def moving(self, names: Sequence[str]) -> Outcome | None:
        """Return None: what was printed stands still."""
        return None

    def never_equal(self, first: str, second: str) -> str | None:
        """Return None: what was printed may be equal."""
        return None

    def ratio(self, arm: str, over: str, of: str = "time") -> Interval | Outcome:
        """The ratio of two printed figures, with the bounds that their last digits leave open."""
        return self.ratio_over(arm, self, over, of)

    def ratio_over(self, arm: str, other: OwnLevel, over: str, of: str) -> Interval | Outcome:
        """The ratio of a printed figure to one of another row."""
        from iotrial.stats.interval import Interval  # numpy takes a while to start, and a study is read without it

        if of != self.run.of:
            return Outcome("not run", reason=f"no {of} was printed")
        one, beside = self.row.figures[arm], other.row.figures[over]
        return Interval(one.value / beside.value, one.low / beside.high, one.high / beside.low)

    def gap_ns(self, arm: str, other: OwnLevel, over: str) -> Interval | Outcome:
        """Nothing: an article prints times of a whole, and the gap is its own figure of the claim."""
        return Outcome("not run", reason="no gap was printed")

    @property
    def work_unit(self) -> str:
        """The unit of work."""
        return "units"

    def counted(self, arms: Sequence[str], of: str) -> list[float] | Outcome:
        """The printed figure of each arm."""
        if of != self.run.of:
            return Outcome("not run", reason=f"no {of} was printed")
        return [self.row.figures[arm].value for arm in arms]

    def elsewhere(self, factors: Mapping[str, Value]) -> OwnLevel | None:
        """The row of these factors, as far as it names them; None if there is none."""
        return next((level for level in self.run.every if _fits(level.factors, factors)), None)


@dataclass(frozen=True)
class OwnFigures:
    """All tables of an article that are of one figure, as kinds of claims see a run (RunFigures)."""

    tables: tuple[OwnTable, ...]
    of: str
    margin: float

    @property
    def every(self) -> list[OwnLevel]:
        """A level for each row."""
        return [OwnLevel(self, row) for table in self.tables if table.of == self.of for row in table.rows]

    def levels(self, claim: SpeaksOfLevels, *, as_published: bool = False) -> Iterator[OwnLevel]:
        """The rows that a claim speaks of, as far as they name its factors."""
        for level in self.every:
            if claim.is_at({**_first_values(claim), **level.factors}):
                yield level

    def costs(self, claim: SpeaksOfLevels, arms: Sequence[str]) -> list[SizeCost]:
        """The cost of each arm over the sizes of the one factor that the rows differ in by numbers."""
        found = []
        for arm in arms:
            places = [level.row for level in self.levels(claim) if arm in level.row.figures]
            for factor in _sizes(places):
                units = [float(row.factors[factor]) for row in places]
                found.append(_cost(arm, factor, units, [row.figures[arm] for row in places]))
        return found

    def name(self, factors: Mapping[str, Value]) -> str:
        """A row by its factors."""
        return " ".join(f"{name}={value}" for name, value in factors.items()) or "the table"


def verdict_of(claim: Claim, tables: Sequence[OwnTable], margin: float) -> tuple[bool | None, str]:
    """True if the article's own figures bear a claim out, and where they do not; None if it has none of its kind.

    What the last printed digit leaves open counts for neither side.
    """
    run = OwnFigures(tuple(tables), getattr(claim, "of", "time"), margin)
    outcomes = [one for one in claim.of_article(run, claim.arms) if one.verdict != "not run"]
    if not outcomes:
        return None, ""
    wrong = [one for one in outcomes if one.verdict not in (*OPEN, "confirmed", "same direction")]  # its size is open
    return not wrong, listed([f"{one.level}{f' ({one.measured:.3g})' if one.measured else ''}" for one in wrong])


def spread_of(claim: Claim, tables: Sequence[OwnTable]) -> float | None:
    """Return how far apart the printed figures of a claim's arms are at the most, as a share; None without any."""
    run = OwnFigures(tuple(tables), getattr(claim, "of", "time"), 0.0)
    apart = []
    for level in run.levels(claim):
        figures = [level.row.figures[arm].value for arm in claim.arms if arm in level.row.figures]
        if len(figures) == len(claim.arms) > 1:
            apart.append(max(figures) / min(figures) - 1)
    return max(apart, default=None)


def _first_values(claim: SpeaksOfLevels) -> dict[str, Value]:
    """The claim's own factors, of which a row that does not name them is taken to be."""
    return {name: given[0] if isinstance(given, tuple) else given for name, given in claim.at.items()}


def _fits(row: Mapping[str, Value], wanted: Mapping[str, Value]) -> bool:
    return all(row[name] == wanted[name] for name in row if name in wanted)


def _sizes(rows: Sequence[OwnRow]) -> list[str]:
    """The factors that have three sizes or more in these rows."""
    names = dict.fromkeys(name for row in rows for name in row.factors)
    sizes = {name: {size for row in rows if isinstance(size := row.factors.get(name), int)} for name in names}
    return [name for name in names if len(sizes[name]) > 2]


def _cost(arm: str, factor: str, units: Sequence[float], times: Sequence[Printed]) -> SizeCost:
    """The cost by the line that comes nearest to what was printed, as far as its last digits leave that open."""
    import numpy as np  # takes a while to start, and a study is read without it

    from iotrial.judge.bounds import Bounds
    from iotrial.judge.statements_across import SizeCost
    from iotrial.stats.cost_lines import fit

    sizes, low, high = np.array(units), np.array([one.low for one in times]), np.array([one.high for one in times])
    times_ns = np.array([one.value for one in times])
    for _ in range(_DRAWN):
        line = fit(sizes, times_ns[np.newaxis])
        nearer = np.clip((line.a_median_ns or 0.0) + (line.b_median_ns_per_unit or 0.0) * sizes, low, high)
        if np.allclose(nearer, times_ns, rtol=1e-4):
            break
        times_ns = nearer
    found = fit(sizes, np.tile(times_ns, (_SWEEPS, 1)))

    def bounds(median: float | None, interval: Interval | None) -> Bounds:
        kept = interval if interval is not None and math.isfinite(interval.high) else None
        return Bounds(median=median, low=kept.low if kept else None, high=kept.high if kept else None)

    return SizeCost(
        factor=factor,
        at={},
        arm=arm,
        sizes=len(units),
        fixed_ns=bounds(found.a_median_ns, found.a),
        unit_ns=bounds(found.b_median_ns_per_unit, found.b),
        misfit_share=bounds(found.misfit_share, found.misfit),
        growth_share=bounds(found.growth.center if found.growth else None, found.growth),
    )
