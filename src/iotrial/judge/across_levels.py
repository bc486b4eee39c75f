"""Statements across the levels of a run: the effect of a factor, the cost of a unit of work, changes of the answer.

They are computed sweep by sweep, and corrected for all that is said together (rules 4, 14, 22). Only arms that may be
judged count, and only at valid levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from iotrial.ask.level_factors import varying
from iotrial.judge.bounds import Bounds, FullBounds
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.judge.statements_across import Changes, FactorEffect, Flip, MeetingPoint, SizeCost, WinnerAt
from iotrial.store.record import BASELINE, PLACEBO, Arm

if TYPE_CHECKING:
    from iotrial.stats.cost_lines import CostLine
    from iotrial.stats.interval import Floats, Interval
    from iotrial.stats.judge_level import LevelJudgement

Factors = Mapping[str, int | str]
Level = TypeVar("Level")

#: The levels at which an arm is faster than the baseline, and those at which it is slower.
_Beside = dict[Literal["faster", "slower"], list["ValidLevel"]]

#: A line needs at least this many sizes: through two it always fits.
FEWEST_SIZES = 3

#: A meeting point counts only if both lines describe their sizes: neither may be farther off than this share.
MOST_MISFIT = 0.1


@dataclass(frozen=True, eq=False)
class ValidLevel:
    """A valid level: its number in the run, its factors and sweeps, and the arms that may be judged, by name."""

    number: int
    factors: Factors
    sweeps: list[int]
    baseline: str
    arms: dict[str, tuple[int, Arm]]  # place in the arrays, and record
    judgement: LevelJudgement
    judged: JudgedLevel

    def row(self, arm: str) -> JudgedArm:
        """The arm as the level's table has it."""
        return self.judged.by_name[arm]

    def times(self, arm: str, sweeps: Sequence[int]) -> Floats:
        """The arm's time of one iteration in each of the sweeps, ns; NaN for a sweep without one."""
        import numpy as np

        found = np.full(len(sweeps), np.nan)
        row_of = {sweep: row for row, sweep in enumerate(self.sweeps)}
        column = self.judgement.round_ns[:, self.arms[arm][0]]
        for place, sweep in enumerate(sweeps):
            if sweep in row_of:
                found[place] = column[row_of[sweep]]
        return found


@dataclass(frozen=True, eq=False)
class Line:
    """The cost of an arm over the sizes of a factor, with the factors that these levels share, and the levels."""

    factor: str
    shared: dict[str, int | str]
    arm: str
    members: list[ValidLevel]
    cost: CostLine

    def size(self, place: ValidLevel) -> int:
        """The arm's work at one of the levels, in the job's unit."""
        return place.arms[self.arm][1].work or 0

    def fits(self) -> bool:
        """True if the line describes the times at its sizes."""
        return self.cost.misfit_share is not None and self.cost.misfit_share <= MOST_MISFIT


@dataclass(frozen=True)
class Across:
    """All statements across the levels of a run."""

    effects: list[FactorEffect]
    costs: list[SizeCost]
    changes: Changes


def across(judging: Judging, judgements: Sequence[LevelJudgement | None], levels: Sequence[JudgedLevel]) -> Across:
    """Return effects, costs and changes, each empty if there is nothing to say. An invalid level's judgement is None.

    levels: their tables, which no statement here may contradict.
    """
    places = [
        _place(judging, number, judgement, levels[number])
        for number, judgement in enumerate(judgements)
        if judgement is not None
    ]
    places = [place for place in places if place.arms]
    lines = _lines(judging, places)
    changes = Changes(winners=_winners(places), flips=_flips(judging, places, lines))
    return Across(_effects(judging, places), _costs(lines), changes)


def nothing() -> Across:
    """Return the statements of a run that is invalid: none."""
    return Across([], [], Changes(winners=[], flips=[]))


def _place(judging: Judging, number: int, judgement: LevelJudgement, judged: JudgedLevel) -> ValidLevel:
    level, figures = judging.run.levels[number], judging.stored.levels[number]
    arms = {
        level.arms[index].arm: (place, level.arms[index])
        for place, index in enumerate(figures.arms)
        if index != PLACEBO and judgement.judged[place]
    }
    return ValidLevel(number, level.level, figures.sweeps, level.arms[BASELINE].arm, arms, judgement, judged)


def by_factor(
    levels: Iterable[Level], factor: str, factors_of: Callable[[Level], Factors]
) -> Iterator[tuple[dict[str, int | str], list[Level]]]:
    """Yield the levels that differ in this factor only, if in any, with the factors that they share."""
    groups: dict[tuple[tuple[str, int | str], ...], list[Level]] = {}
    for level in levels:
        factors = factors_of(level)
        if factor in factors:
            shared = tuple((name, value) for name, value in factors.items() if name != factor)
            groups.setdefault(shared, []).append(level)
    for shared, members in groups.items():
        yield dict(shared), members


def _effects(judging: Judging, places: list[ValidLevel]) -> list[FactorEffect]:
    """The effect of another value of a factor on each arm's time, if the work stays the same."""
    from iotrial.stats.effects import effect
    from iotrial.stats.verdict import judge

    pairs = [
        (factor, shared, first, other, arm)
        for factor in varying([place.factors for place in places])
        for shared, (first, *others) in by_factor(places, factor, lambda place: place.factors)
        for other in others
        for arm in first.arms
        if arm in other.arms and first.arms[arm][1].work == other.arms[arm][1].work
    ]
    told: list[FactorEffect] = []
    for factor, shared, first, other, arm in pairs:
        ratio, interval = effect(
            first.times(arm, first.sweeps),
            other.times(arm, first.sweeps),
            alpha=_half(judging) / len(pairs),
            replication=judging.replication_across,
        )
        low, high = (interval.low, interval.high) if interval else (None, None)
        moving = first.row(arm).is_moving or other.row(arm).is_moving
        told.append(
            FactorEffect(
                factor=factor,
                of=first.factors[factor],
                to=other.factors[factor],
                at=shared,
                arm=arm,
                ratio=ratio,
                low=low,
                high=high,
                verdict="undecided" if moving else judge(low, high, judging.margin),
            )
        )
    return told


def _half(judging: Judging) -> float:
    """One minus the coverage of all effects together, and of all that is said of lines."""
    return judging.risk.share("across") / 2


def _lines(judging: Judging, places: list[ValidLevel]) -> list[Line]:
    """A fixed cost and a cost per unit for each arm that was measured at enough sizes."""
    series = [
        (factor, shared, arm, members)
        for factor in varying([place.factors for place in places])
        for shared, group in by_factor(places, factor, lambda place: place.factors)
        for arm, members in _sized(group).items()
    ]
    # A line makes four statements: the fixed cost, the cost of a unit, the misfit, and the growth.
    return [
        Line(factor, shared, arm, members, _cost(judging, members, arm, _half(judging) / (4 * len(series))))
        for factor, shared, arm, members in series
    ]


def _costs(lines: list[Line]) -> list[SizeCost]:
    return [
        SizeCost(
            factor=line.factor,
            at=line.shared,
            arm=line.arm,
            sizes=len(line.members),
            fixed_ns=_bounds(line.cost.a_median_ns, line.cost.a),
            unit_ns=_bounds(line.cost.b_median_ns_per_unit, line.cost.b),
            misfit_share=_bounds(line.cost.misfit_share, line.cost.misfit),
            growth_share=_bounds(line.cost.growth.center if line.cost.growth else None, line.cost.growth),
        )
        for line in lines
    ]


def _sized(members: Sequence[ValidLevel]) -> dict[str, list[ValidLevel]]:
    """The arms whose work has enough different sizes at these levels, each with the levels of those sizes."""
    names = dict.fromkeys(arm for place in members for arm in place.arms)
    found: dict[str, list[ValidLevel]] = {}
    for arm in names:
        have = [place for place in members if arm in place.arms and place.arms[arm][1].work is not None]
        if len({place.arms[arm][1].work for place in have}) >= FEWEST_SIZES:
            found[arm] = have
    return found


def _cost(judging: Judging, members: Sequence[ValidLevel], arm: str, alpha: float) -> CostLine:
    import numpy as np

    from iotrial.stats.cost_lines import fit

    sweeps = sorted({sweep for place in members for sweep in place.sweeps})
    units = np.array([float(place.arms[arm][1].work or 0) for place in members])
    times = np.column_stack([place.times(arm, sweeps) for place in members])
    return fit(units, times, alpha=alpha, replication=judging.replication_across)


def _bounds(center: float | None, interval: Interval | None) -> Bounds:
    return Bounds(median=center, low=interval.low if interval else None, high=interval.high if interval else None)


def _winners(places: list[ValidLevel]) -> list[WinnerAt]:
    """The winners that stay so when corrected over all levels, if there are two or more; each with its levels."""
    won: dict[str, list[dict[str, int | str]]] = {}
    for place in places:
        if place.judged.winner is not None:
            won.setdefault(place.judged.winner, []).append(dict(place.factors))
    return [WinnerAt(arm=arm, levels=levels) for arm, levels in won.items()] if len(won) > 1 else []


def _flips(judging: Judging, places: list[ValidLevel], lines: list[Line]) -> list[Flip]:
    """The arms that are faster than the baseline at one level and slower at another, corrected over arms and levels."""
    found: dict[tuple[str, str], _Beside] = {}
    for place in places:
        for arm in place.arms:
            verdict = place.row(arm).verdict
            beside = found.setdefault((arm, place.baseline), {"faster": [], "slower": []})
            if verdict == "faster" or verdict == "slower":
                beside[verdict].append(place)
    return [
        Flip(
            arm=arm,
            baseline=baseline,
            faster=[dict(place.factors) for place in levels["faster"]],
            slower=[dict(place.factors) for place in levels["slower"]],
            crossover=_crossover(judging, lines, arm, baseline, levels),
        )
        for (arm, baseline), levels in found.items()
        if levels["faster"] and levels["slower"]
    ]


def _crossover(judging: Judging, lines: list[Line], arm: str, baseline: str, levels: _Beside) -> MeetingPoint | None:
    """The size at which arm and baseline cost the same by their lines, if the levels measured bear it out.

    They do if all levels that flip lie on one line, both lines fit, and the sizes at which the arm wins lie on one side
    of the crossing and those at which it loses on the other.
    """
    from iotrial.stats.cost_lines import crossover

    flipped = [*levels["faster"], *levels["slower"]]
    # Two levels that flip lie on one line of the arm at the most, since it has those that differ in one factor only.
    own = next((line for line in lines if line.arm == arm and all(place in line.members for place in flipped)), None)
    if own is None:
        return None
    other = next((line for line in lines if line.arm == baseline and line.members == own.members), None)
    if other is None or not (own.fits() and other.fits()):
        return None
    wins, loses = ([own.size(place) for place in side] for side in (levels["faster"], levels["slower"]))
    wins_below = max(wins) < min(loses)
    least, most = (max(wins), min(loses)) if wins_below else (max(loses), min(wins))
    crossing = crossover(
        own.cost, other.cost, alpha=_half(judging) / (4 * len(lines)), replication=judging.replication_across
    )
    if crossing is None or not least <= crossing.units.low <= crossing.units.high <= most:
        return None
    if crossing.first_is_cheaper_below != wins_below:
        return None
    return MeetingPoint(
        factor=own.factor,
        units=FullBounds(median=crossing.units.center, low=crossing.units.low, high=crossing.units.high),
        faster_below=crossing.first_is_cheaper_below,
    )
