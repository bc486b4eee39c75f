"""One study on several machines, on a terminal: on which of them an answer holds, then each method on all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from iotrial.across.across_machines import AcrossMachines, AdviceOnMachines, ArmOnMachines, OnMachine
from iotrial.ask.level_factors import varying
from iotrial.judge.bounds import Factors
from iotrial.report import figures
from iotrial.report.layout import Column, clean, emit, joined, paragraph, paragraphs
from iotrial.report.level_words import level_said
from iotrial.report.machine_claims import MOST_COLUMNS, claims_table
from iotrial.report.parting import MOST_NAMED, parting
from iotrial.report.parts import Table, gathered, table_lines
from iotrial.report.ratio_words import span
from iotrial.report.times import listed, some

_COUNTED = ("faster", "equivalent", "slower", "undecided", "invalid", "not measured")


def show(document: AcrossMachines, console: Console) -> None:
    """Print the answer for each language, a table for each level, and what each machine is."""
    width = console.width
    lines = paragraph(title(document), width, 0, 2, "bold")
    lines += paragraphs(answers(document), width)
    for table in level_tables(document):
        lines += table_lines(table, width)
    lines += table_lines(claims_table(document), width)
    lines += [Text(), *paragraphs([how_sure(document), *machine_lines(document)], width, 0)]
    emit(console, lines + paragraphs([f"left out: {clean(text)}" for text in document.left_out], width, 0, style="dim"))


def title(document: AcrossMachines) -> str:
    """Return the study, on how many machines, and its question."""
    return f"{clean(document.study)} on {len(document.machines)} machines: {clean(document.question)}"


def level_tables(document: AcrossMachines) -> list[Table]:
    """Return a table for each level, with a row for each method."""
    by_level = levels_of(document).items()
    return [Table(_columns(rows), f"{name}: {_over(rows)}" if name else _over(rows)) for name, rows in by_level]


def levels_of(document: AcrossMachines) -> dict[str, list[ArmOnMachines]]:
    """Return the arms of each level, by its name: the quickest first, those that too few have measured last."""
    everything = _levels(document)
    by_level = gathered((level_said(arm.level, everything), arm) for arm in document.arms)
    return {
        name: sorted(arms, key=lambda arm: (arm.ratio is None, arm.ratio or 0.0)) for name, arms in by_level.items()
    }


def table_of(arms: Sequence[ArmOnMachines]) -> Table:
    """Return the table of one level."""
    return Table(_columns(arms), f"All machines together: {_over(arms)}")


def of_each_machine(rows: Sequence[ArmOnMachines]) -> Table | None:
    """Return each method's ratio on each machine of a level; None for more machines than a page is wide."""
    names = [one.machine for one in rows[0].machines]
    if len(names) > MOST_COLUMNS:
        return None
    columns = [
        Column(clean(name), [_on_machine(row.machines[number]) for row in rows], "left")
        for number, name in enumerate(names)
    ]
    method = Column("method", [clean(row.arm) for row in rows], "left", folds=True)
    return Table([method, *columns], f"Each machine by itself: {_over(rows)}")


def _over(arms: Sequence[ArmOnMachines]) -> str:
    """Say of a ratio of this level what it is."""
    return f"how many times as long as {clean(arms[0].baseline)} on the same machine"


def _on_machine(one: OnMachine) -> str:
    if one.ratio is None:
        return "not measured"
    return f"{figures.interval(one)} {one.verdict or ''}".strip()


def answers(document: AcrossMachines) -> list[str]:
    """Return for each language what to use, and on which machines that holds; levels that say the same are one."""
    if not document.advice:
        return ["Cannot tell yet which method to use on any of them; give the study more time."]
    found: dict[str, dict[str, list[Factors]]] = {}
    for advice in document.advice:
        of_language = found.setdefault(clean(advice.language_called), {})
        of_language.setdefault(_told(advice, len(document.machines)), []).append(advice.level)
    everything = _levels(document)
    return [
        f"In {language}{_named(levels, everything)}: {text}"
        for language, texts in found.items()
        for text, levels in texts.items()
    ]


def _told(advice: AdviceOnMachines, count: int) -> str:
    """The method to use, and where that holds."""
    use, holds = clean(advice.called), len(advice.holds)
    where = "both machines" if holds == count == 2 else f"{'all' if holds == count else f'{holds} of'} {count} machines"
    alone = f"use {use}; no other method gives the same guarantees, on {where}."
    told = [alone if advice.is_alone else f"use {use} on {where}."]
    by_other: dict[str, list[str]] = {}
    for other in sorted(advice.others, key=lambda other: -other.ratio):  # the worst first: of many few are named
        ratio = joined(f"{span(other.ratio, other.ratio)} times")
        moves = " and still moves" if other.still_moves else ""
        by_other.setdefault(clean(other.called), []).append(
            f"{clean(other.machine)} ({use} takes {ratio} as long{moves})"
        )
    told += [f"Use {called} on {listed(some(machines, MOST_NAMED))}." for called, machines in by_other.items()]
    if advice.goes_with:
        told.append(parting(advice.goes_with, len(advice.others)))
    if advice.open:
        told.append(f"It cannot be told yet on {listed(some([clean(name) for name in advice.open], MOST_NAMED))}.")
    return " ".join(told)


def _levels(document: AcrossMachines) -> list[Factors]:
    return [*(arm.level for arm in document.arms), *(advice.level for advice in document.advice)]


def _named(levels: Sequence[Factors], everything: Sequence[Factors]) -> str:
    """Name these levels in brackets; all of them go without saying if there are more than one."""
    if len(varying(levels)) and set(map(_key, levels)) == set(map(_key, everything)):
        return ""
    names = some([level_said(level, everything) for level in levels], MOST_NAMED)
    return f" ({'; '.join(names)})" if names[0] else ""


def _key(level: Factors) -> tuple[tuple[str, int | str], ...]:
    return tuple(sorted(level.items()))


def _columns(rows: Sequence[ArmOnMachines]) -> list[Column]:
    """Each method: its mean over machines, on how many it has which verdict, and what a further one may show."""
    return [
        Column("method", [clean(row.arm) for row in rows], "left", folds=True),
        Column("mean ratio [low, high]", [figures.interval(row) for row in rows], "left"),
        Column("least to most", [_extremes(row) for row in rows], "left", drop=3),
        *(Column(f"{word} on", [_count(row.counts, word) for row in rows], drop=1) for word in _COUNTED),
        Column("one more machine", [_further(row) for row in rows], "left", drop=2),
    ]


def _count(counts: Mapping[str, int], word: str) -> str:
    return str(counts[word]) if counts.get(word) else ""


def _extremes(row: ArmOnMachines) -> str:
    """The ratios of the machines where it does best and worst; nothing without a mean of them."""
    ratios = [one.ratio for one in row.machines if one.ratio is not None and one.verdict not in (None, "invalid")]
    return span(min(ratios), max(ratios)) if row.ratio is not None else ""


def _further(row: ArmOnMachines) -> str:
    if row.further_low is None or row.further_high is None:
        return ""
    return f"{figures.ratio(row.further_low)} to {figures.ratio(row.further_high)}"


def how_sure(document: AcrossMachines) -> str:
    """Return the one line on how far to trust the answers."""
    counts = sorted(len(machine.runs) for machine in document.machines)
    runs = " to ".join(dict.fromkeys((str(counts[0]), str(counts[-1]))))
    word = "run" if counts[-1] == 1 else "runs"
    return f"How sure: {runs} {word} on each of {len(counts)} machines; a further one may say otherwise."


def machine_lines(document: AcrossMachines) -> list[str]:
    """Return what each machine is, a line for all that are alike; what all have in common is said once."""
    every = [machine.facts for machine in document.machines]
    common = {fact: value for fact, value in every[0].items() if all(facts.get(fact) == value for facts in every)}
    alike: dict[str, list[str]] = {}
    for machine in document.machines:
        own = [f"{clean(fact)} {clean(value)}" for fact, value in machine.facts.items() if fact not in common]
        runs = f"{len(machine.runs)} {'run' if len(machine.runs) == 1 else 'runs'}"
        alike.setdefault("; ".join([*own, runs]), []).append(clean(machine.machine))
    lines = [f"{listed(some(names, MOST_NAMED))}: {told}{_each(names)}" for told, names in alike.items()]
    if common:
        shared = "; ".join(f"{clean(fact)} {clean(value)}" for fact, value in common.items())
        lines.append(f"all: {shared}")
    return lines


def _each(names: Sequence[str]) -> str:
    return "" if len(names) == 1 else " each"


def machines_table(document: AcrossMachines) -> Table:
    """Return the facts of each machine, those first in which they differ."""
    every = [machine.facts for machine in document.machines]
    facts = dict.fromkeys(fact for one in every for fact in one)
    differing = [fact for fact in facts if len({one.get(fact) for one in every}) > 1]
    ordered = [*differing, *(fact for fact in facts if fact not in differing)]
    return Table(
        [
            Column("machine", [clean(machine.machine) for machine in document.machines], "left"),
            Column("runs", [str(len(machine.runs)) for machine in document.machines]),
            *(Column(clean(fact), [clean(one.get(fact) or "") for one in every], "left") for fact in ordered),
        ]
    )
