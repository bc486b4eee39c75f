"""Ratios by plain programs, which know nothing of iotrial, against iotrial's own, in the same regime and in one go."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.command import BESIDE_PROGRAMS, STUDIES
from benchmarks.plain.level import AGAIN, PlainLevel, Unplayable
from benchmarks.plain.program import LANGUAGES, Missing, Program, program_of
from benchmarks.plain.ratio import REACH, Compared, Ratio, hull, nearest
from benchmarks.plain.regime import switched
from benchmarks.plain.table import details, heading, lines, summary
from benchmarks.row import Row
from iotrial.ask import tree
from iotrial.ask.find_study import find
from iotrial.ask.study_file import load
from iotrial.errors import UsageError

#: Rounds of plain programs, as many before, between and after iotrial's own runs; rounds under each condition.
ROUNDS, LONG_ROUNDS = 40, 80
CONDITION_ROUNDS = 12

#: iotrial's own runs of a study, since a machine may be another one a minute later, and the time of each.
RUNS, BUDGET, LONG_BUDGET = 3, "40s", "4min"

WANTED = f"within {100 * REACH:.0f} %, or the condition that explains it"


@dataclass(frozen=True)
class Amount:
    """How much is played: rounds of plain programs, rounds under each condition, iotrial's runs, the budget of each."""

    rounds: int = ROUNDS
    condition_rounds: int = CONDITION_ROUNDS
    runs: int = RUNS
    budget: str | None = BUDGET  # None: that of the study


def rows(long: bool, studies: Sequence[str] = ()) -> Iterator[Row]:
    """Print a table of the arms of each level, and yield a row for it; if none is named, of the five studies.

    long: of those that lie beside the programs, too, and more rounds.
    """
    amount = Amount(LONG_ROUNDS, 2 * CONDITION_ROUNDS, RUNS, LONG_BUDGET) if long else Amount()
    for name in studies or (*STUDIES, *(BESIDE_PROGRAMS if long else [])):
        yield from compare(path_of(name), amount)


def path_of(name: str) -> Path:
    """Return where a study lies that is played here."""
    return Path(__file__).with_name(f"{name}.toml") if name in BESIDE_PROGRAMS else find(name)


def compare(path: Path, amount: Amount) -> Iterator[Row]:
    """Compare the arms of a study's quick form, level by level."""
    catalog = tree.load()
    study = load(path, catalog, quick=True)
    draw = random.Random()
    with tempfile.TemporaryDirectory() as folder:
        programs = {language: _program(study.job, language, Path(folder)) for language in LANGUAGES}
        surroundings = getattr(study, "surroundings", ())
        levels: list[PlainLevel | Unplayable] = []
        for asked in study.levels:
            try:
                levels.append(PlainLevel(catalog.jobs[study.job], asked, study.baseline, programs, draw, surroundings))
            except Unplayable as reason:
                levels.append(reason)
        playable = [level for level in levels if isinstance(level, PlainLevel)]
        own = _in_turn(path, playable, amount, draw)
        for level, asked in zip(levels, study.levels, strict=True):
            figure = f"{study.name} at {asked.name}: ratios against plain programs"
            if isinstance(level, Unplayable) or isinstance(own, str):
                yield Row(figure, WANTED, f"skipped: {own if isinstance(own, str) else level}", None)
            else:
                yield _row(figure, level, [run[_key(asked.factors)] for run in own], amount)


def _in_turn(
    path: Path, levels: Sequence[PlainLevel], amount: Amount, draw: random.Random
) -> list[Mapping[str, Any]] | str:
    """Play rounds of plain programs and iotrial's own runs in turn; return the levels of each run, or why one fails."""
    own: list[Mapping[str, Any]] = []
    for part in range(amount.runs + 1):
        _play(levels, amount.rounds * (part + 1) // (amount.runs + 1) - amount.rounds * part // (amount.runs + 1), draw)
        if part < amount.runs:
            found = _own(path, amount.budget)
            if isinstance(found, str):
                return found
            own.append(found)
    return own


def _program(job: str, language: str, folder: Path) -> Program | Missing:
    try:
        return program_of(job, language, folder)
    except Missing as reason:
        return reason


def _play(levels: Sequence[PlainLevel], rounds: int, draw: random.Random) -> None:
    """Play rounds of all levels, in a drawn order; a level whose target cannot be had is skipped."""
    with contextlib.ExitStack() as held:
        there = []
        for level in levels:
            try:
                held.enter_context(level.opened())
                there.append(level)
            except UsageError as error:
                level.skipped = error.problems[0].message
        for level in there:
            level.size()
        for _ in range(rounds):
            draw.shuffle(there)
            for level in there:
                level.play([(level.regime, arm) for arm in level.playing])


def _own(path: Path, budget: str | None) -> Mapping[str, Any] | str:
    """Return the levels of iotrial's own run of the study, by their factors, or why there is none."""
    with tempfile.TemporaryDirectory() as results:
        command = [sys.executable, "-m", "iotrial", "run", str(path), "--quick", "--results", results, "--json"]
        command += ["--budget", budget] if budget else []
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().partition("\n")[0].removeprefix("error: ")
    return {_key(level["level"]): level for level in json.loads(done.stdout)["levels"]}


def _key(factors: Mapping[str, object]) -> str:
    return json.dumps(dict(factors), sort_keys=True)


def _row(figure: str, level: PlainLevel, runs: Sequence[Mapping[str, Any]], amount: Amount) -> Row:
    """Hold a level of the one against that of the other; try other conditions for arms that are off."""
    skipped = level.skipped or next((run["reason"] for run in runs if run["status"] != "measured"), None)
    if skipped is not None:
        return Row(figure, WANTED, f"skipped: {skipped}", None)
    own: dict[str, list[Mapping[str, Any]]] = {}
    for run in runs:
        for arm in run["arms"]:
            own.setdefault(arm["arm"], []).append(arm)
        own.setdefault(AGAIN, []).append(run["placebo"])
    comparisons = len(own) - 1
    names = [arm for arm in [*own, *level.missing] if arm != level.baseline]
    first = {arm: _compared(level, arm, own.get(arm, []), comparisons) for arm in dict.fromkeys(names)}
    told = list(heading(figure, level.baseline, level.regime, level.rounds, **level.kind))
    off = [arm for arm, compared in first.items() if compared.is_apart and arm != AGAIN]
    compared = {**first, **_under_conditions(level, first, off, amount)} if off else first
    for line in (*told, *lines(list(compared.values()))):
        print(line, flush=True)
    arms = [arm for arm in compared.values() if arm.arm != AGAIN]
    states = {arm.is_reached for arm in arms}
    is_reached = False if False in states else None if None in states else True
    why = next((run["invalid"] for run in runs if run["invalid"]), None)
    invalid = f"; iotrial's level is invalid: {why}" if why else ""
    table = tuple(details(arm) for arm in compared.values())
    return Row(figure, WANTED, summary(arms) + invalid, is_reached, table)


def _compared(level: PlainLevel, arm: str, own: Sequence[Mapping[str, Any]], comparisons: int) -> Compared:
    """Set an arm's ratio by plain programs beside that of all of iotrial's runs together, as its claims take them.

    If iotrial says that the arm still moved, an interval reaches as far as that movement would have taken it.
    """
    ours = hull(
        Ratio(one["ratio"], one["low"], one["high"]).widened(1 + (one.get("moved") or 0.0))
        for one in own
        if one["ratio"] is not None
    )
    plain = level.ratio(arm, level.regime, comparisons) if arm not in level.missing else None
    reason = level.missing.get(arm)
    if reason is None and ours is None:
        why = next((one["reason"] for one in own if one["reason"]), None)
        reason = "iotrial has no ratio" + (f": {why}" if why else "")
    return Compared(arm, plain, ours, reason)


def _under_conditions(
    level: PlainLevel, compared: Mapping[str, Compared], arms: Sequence[str], amount: Amount
) -> dict[str, Compared]:
    """Try some arms under every condition, turn by turn, then each under the most likely one for as many rounds again
    as there were at first; return them with these ratios.

    The rounds in which a condition was chosen do not decide about it, so it is one comparison and not one of many.
    """
    has_checked = any(level.has_checked(arm) for arm in (level.baseline, *arms))
    regimes = switched(level.regime, **level.kind, has_checked=has_checked)
    with level.opened():
        for _ in range(amount.condition_rounds):
            level.play(
                [(regime, arm) for regime in (level.regime, *regimes.values()) for arm in (level.baseline, *arms)]
            )
        tried = {
            arm: {
                name: ratio
                for name, regime in regimes.items()
                if (ratio := level.ratio(arm, regime, len(regimes), last=amount.condition_rounds)) is not None
            }
            for arm in arms
        }
        chosen = {arm: name for arm in arms if (name := nearest(compared[arm].ours, tried[arm])) is not None}
        entrants = dict.fromkeys(
            (regime, name)
            for arm, condition in chosen.items()
            for regime in (level.regime, regimes[condition])
            for name in (level.baseline, arm)
        )
        for _ in range(amount.rounds):
            level.play(list(entrants))
    found = {}
    for arm in arms:
        condition = chosen.get(arm)
        ratio = level.ratio(arm, regimes[condition], 1, last=amount.rounds) if condition else None
        found[arm] = replace(
            compared[arm],
            tried=tried[arm],
            repeated=level.ratio(arm, level.regime, 1, last=amount.rounds) if condition else None,
            under={condition: ratio} if condition and ratio else {},
        )
    return found
