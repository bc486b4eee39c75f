"""A strip with a dot for each run of a study: how many times as long another method takes as the one to use."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from iotrial.answers.beside_use import told_to_use
from iotrial.judge.language_answer import AS_WELL, Choice, TimesOver
from iotrial.report.figures import bounds_of, ratio
from iotrial.report.layout import clean
from iotrial.report.ratio_words import takes
from iotrial.site.site_run import RunAnswer, StudyAnswers

#: The strip is so wide, in pixels of its own; a dot has this radius, and no more lie above one another.
WIDTH, _RADIUS, _MOST_ROWS = 640, 5, 8
_MARGIN = 24

#: What several runs say of another method beside the one to use.
OVER_RUNS = "Over {count} sessions: {name} takes {times}."


@dataclass(frozen=True)
class StripDot:
    """A run: where its dot lies, in pixels, and what it says."""

    x: float
    y: float
    told: str


@dataclass(frozen=True)
class MachineStrip:
    """Dots of runs; use, over: the two methods as sentences name them; ticks: pixels and texts of the axis.

    told: how far apart the runs are, in a sentence; "" if that is hardly anything.
    """

    use: str
    over: str
    dots: list[StripDot]
    ticks: list[tuple[float, str]]
    height: int
    told: str


@dataclass(frozen=True)
class _PairInRun:
    """The ratio of the two in a run: the least and the most of its levels, and their bounds."""

    one: RunAnswer
    least: float
    most: float
    low: float
    high: float

    @property
    def middle(self) -> float:
        return math.sqrt(self.least * self.most)


def machine_strip(group: StudyAnswers) -> MachineStrip | None:
    """Return the strip of the method that is shown as the one to use, and the usual way, or else the next one.

    None if fewer than two runs say anything of these two by direct comparison.
    """
    chosen = told_to_use(group.shown.answer)
    if not chosen:
        return None
    beside = chosen[0].beside
    over = next((row for row in beside if row.arm == chosen[0].usual), next(iter(beside), None))
    if over is None:
        return None
    found = [row for one in group.answers if (row := _found(one, chosen[0].use, over.arm)) is not None]
    if len(found) < 2:
        return None
    low = math.log(min(1.0, *(row.middle for row in found)))
    high = math.log(max(1.0, *(row.middle for row in found)))
    room = max(high - low, 0.02)

    def at(value: float) -> float:
        return round(_MARGIN + (WIDTH - 2 * _MARGIN) * (math.log(value) - low) / room, 1)

    dots = list(_stacked([(at(row.middle), _told(row)) for row in sorted(found, key=lambda row: row.middle)]))
    ends = {1.0, found[0].middle, *(pick(row.middle for row in found) for pick in (min, max))}
    ticks = list(_apart([(at(value), "1" if value == 1 else ratio(value)) for value in sorted(ends)]))
    deepest = max(dot.y for dot in dots)
    use, named = clean(chosen[0].called), clean(over.called)
    return MachineStrip(use, named, dots, ticks, round(deepest + _RADIUS + 26), _over_runs(named, found))


def _over_runs(named: str, found: Sequence[_PairInRun]) -> str:
    """Say what a method took in each of several runs, if they are apart by what matters; "" if not."""
    middles = [row.middle for row in found]
    if max(middles) / min(middles) <= 1 + AS_WELL:
        return ""
    return OVER_RUNS.format(name=named, times=takes(min(middles), max(middles)), count=len(found))


def _found(one: RunAnswer, use: str, over: str) -> _PairInRun | None:
    """Return what a run says of two methods, whichever of them it says to use; None if it does not compare them."""
    for choice in told_to_use(one.answer):
        row, is_turned = _row(choice, use, over)
        if row is None or row.low is None or row.high is None:
            continue
        bounds = (row.least, row.most, row.low, row.high)
        if is_turned:
            bounds = (1 / row.most, 1 / row.least, 1 / row.high, 1 / row.low)
        return _PairInRun(one, *bounds)
    return None


def _row(choice: Choice, use: str, over: str) -> tuple[TimesOver | None, bool]:
    """Return the comparison of two methods that a choice has, and if it is that of `use` over the other."""
    other = {use: over, over: use}.get(choice.use)
    return next((row for row in choice.beside if row.arm == other), None), choice.use == over


def _told(row: _PairInRun) -> str:
    run = row.one.run
    span = ratio(row.least) if ratio(row.least) == ratio(row.most) else f"{ratio(row.least)} to {ratio(row.most)}"
    where = clean(run.judged.machine or "a machine")
    return f"{span} {bounds_of(row.middle, row.low, row.high)}: {run.date} on {where}"


def _stacked(dots: list[tuple[float, str]]) -> Iterator[StripDot]:
    """Yield dots, those that would cover each other one below the other."""
    ends: list[float] = []
    for x, told in dots:
        row = next((place for place, end in enumerate(ends) if end <= x), min(len(ends), _MOST_ROWS - 1))
        ends[row:] = [x + 2 * _RADIUS, *ends[row + 1 :]]
        yield StripDot(x, _RADIUS + 1 + row * 2 * (_RADIUS + 1), told)


def _apart(ticks: list[tuple[float, str]]) -> Iterator[tuple[float, str]]:
    """Yield ticks whose texts do not touch."""
    end = -math.inf
    for x, text in ticks:
        if x >= end:
            yield x, text
            end = x + 44
