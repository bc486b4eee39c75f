"""Statements across the levels of a run: effects of factors, cost over size, and changes of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from rich.text import Text

from iotrial.ask.level_factors import varying
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.statements_across import FactorEffect, Flip
from iotrial.report import figures
from iotrial.report.effect_answer import answered_changes, says_something
from iotrial.report.layout import Column, clean, evenly, joined
from iotrial.report.level_words import grouped, some_levels
from iotrial.report.memory_table import growth
from iotrial.report.parts import Said, Table, gathered, said_lines, table_lines

#: If there are more sizes than this, only this many are named, the smallest and the largest among them.
MOST_SIZES = 5

#: A longer list of arms is cut, with how many are left out.
MOST_LISTED = 3


def across(judged: JudgedRun, width: int) -> list[Text]:
    """Return all of it for the terminal; nothing if the levels have nothing to say together."""
    lines = _lines([*effect_tables(judged), *cost_tables(judged)], width)
    lines += said_lines([Said(text) for text in [*choice(judged), *changes(judged, every=True)]], width)
    return lines + _lines(growth(judged), width)


def _lines(tables: Sequence[Table], width: int) -> list[Text]:
    return [line for one in tables for line in table_lines(one, width)]


def effect_sentences(judged: JudgedRun, *, sizes: bool = True) -> list[str]:
    """Say what other values of a factor do, as far as the answer has not said it and something is known.

    sizes: also what another number does.
    """
    said = answered_changes(judged)
    by_value: dict[tuple[str, int | str, int | str], list[FactorEffect]] = {}
    for effect in judged.effects:
        change = (effect.factor, effect.of, effect.to)
        is_size = isinstance(effect.of, int) and isinstance(effect.to, int)
        if says_something(effect) and change not in said and (sizes or not is_size):
            by_value.setdefault(change, []).append(effect)
    return [_sentence(*value, effects) for value, effects in by_value.items()]


def changes(judged: JudgedRun, *, every: bool = False) -> list[str]:
    """Say at which levels the winner changes, and which arms beat the baseline at some levels and lose at others."""
    winners, flips = judged.changes.winners, judged.changes.flips
    texts = []
    if winners:
        listed = "; ".join(f"{clean(won.arm)} at {some_levels(judged, won.levels)}" for won in winners)
        texts.append(f"The winner changes: {listed}.")
    if every or len(flips) <= MOST_LISTED:
        return texts + [_flip(judged, flip) for flip in flips]
    for baseline, arms in gathered((flip.baseline, clean(flip.arm)) for flip in flips).items():
        texts.append(f"Faster than {clean(baseline)} at some levels and slower at others: {', '.join(arms)}.")
    return texts


def choice(judged: JudgedRun) -> list[str]:
    """Say how much the choice of a method matters at each size; nothing for one size alone, or if words vary."""
    levels = [level for level in judged.levels if level.is_judged]
    names = varying([level.level for level in levels])
    if len(levels) < 2 or len(names) != 1 or not all(isinstance(level.level.get(names[0]), int) for level in levels):
        return []
    levels.sort(key=lambda level: level.level[names[0]])
    arms = set.intersection(*({arm.arm for arm in level.arms if arm.is_comparable} for level in levels))
    if len(arms) < 2:
        return []
    name, shown = clean(names[0]), [levels[place] for place in evenly(len(levels), MOST_SIZES)]
    told = ", ".join(f"{_spread(level, arms)} at {name}={clean(level.level[names[0]])}" for level in shown)
    return [f"How much the choice matters, as the slowest of {len(arms)} methods over the fastest: {told}."]


def _spread(level: JudgedLevel, arms: Collection[str]) -> str:
    """The slowest over the fastest, of the arms that are shown to be slower or faster than the baseline, and it."""
    decided = [
        arm.ratio
        for arm in level.arms
        if arm.arm in arms and arm.ratio and (arm.record.role == "baseline" or arm.verdict in ("faster", "slower"))
    ]
    if len(decided) < 2:
        return "unclear"
    return joined(f"{figures.ratio(max(decided) / min(decided))} times")


def _sentence(factor: str, of: int | str, to: int | str, effects: Sequence[FactorEffect]) -> str:
    start = f"{clean(factor)}={clean(to)} instead of {clean(of)}: "
    if len(effects) <= MOST_LISTED:
        told = ", ".join(
            f"{clean(effect.arm)} takes {figures.times(effect)} as long{_open(effect)}" for effect in effects
        )
        return f"{start}{told}."
    decided = [effect for effect in effects if effect.verdict != "undecided"] or effects
    least = min(decided, key=lambda effect: effect.ratio or 0.0)
    most = max(decided, key=lambda effect: effect.ratio or 0.0)
    counts = Counter(effect.verdict for effect in effects)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    ends = f"from {figures.times(least)} ({clean(least.arm)}) to {figures.times(most)} ({clean(most.arm)})"
    return f"{start}it takes {ends} as long{_open(most)}; of {len(effects)} methods {verdicts}."


def _open(effect: FactorEffect) -> str:
    return " (undecided)" if effect.verdict == "undecided" else ""


def effect_tables(judged: JudgedRun) -> list[Table]:
    """Return tables of what another value of a factor does to each arm: one for each two values at other factors."""
    tables = []
    for group in grouped(judged, judged.effects, by=lambda effect: (effect.of, effect.to)):
        of, to = clean(group.rows[0].of), clean(group.rows[0].to)
        effects = sorted(group.rows, key=lambda effect: effect.ratio or 0.0)
        columns = [
            Column("method", [clean(effect.arm) for effect in effects], "left", folds=True),
            Column(f"{to} / {of} [low, high]", [figures.interval(effect) for effect in effects], "left"),
            Column("verdict", [effect.verdict for effect in effects], "left", styles=figures.STYLES),
        ]
        tables.append(Table(columns, group.titled(f"{clean(group.factor)}={to} against {of}")))
    return tables


def cost_tables(judged: JudgedRun) -> list[Table]:
    """Return tables of what each arm costs at any size: one for each factor that sets a size, at other factors."""
    unit = figures.one(clean(judged.work_unit))
    note = "off by: how far the line is off at the size that it fits worst; if that is much, do not use the line"
    tables = []
    for group in grouped(judged, judged.costs):
        costs = sorted(group.rows, key=lambda cost: cost.unit_ns.median or 0.0)
        columns = [
            Column("method", [clean(cost.arm) for cost in costs], "left", folds=True),
            Column("fixed [low, high]", [figures.time_interval(cost.fixed_ns) for cost in costs], "left", drop=1),
            Column(f"per {unit} [low, high]", [figures.time_interval(cost.unit_ns) for cost in costs], "left"),
            Column("off by", [_share(cost.misfit_share.median) for cost in costs]),
        ]
        tables.append(Table(columns, group.titled(f"cost over {clean(group.factor)}"), (Said(note, "dim"),)))
    return tables


def _flip(judged: JudgedRun, flip: Flip) -> str:
    faster, slower = some_levels(judged, flip.faster), some_levels(judged, flip.slower)
    text = f"{clean(flip.arm)} is faster than {clean(flip.baseline)} at {faster}, and slower at {slower}"
    crossing = flip.crossover
    if crossing:
        units = crossing.units
        low, median, high = (f"{size:,.0f}" for size in (units.low, units.median, units.high))
        where = joined(f"{median} [{low}, {high}] {clean(judged.work_unit)}")
        text += f"; their fitted lines cross at {where}"
    return text + "."


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"
