"""Trials under drawn surroundings (rule 23): identical arms stay identical, and one that minds its path is named."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.ask.catalog import Catalog
from iotrial.ask.plan import MOST_PATH_BYTES
from iotrial.judge.moving_surroundings import FIGURES
from iotrial.measure.round import Row
from iotrial.selftest.trial import AA_MARGIN, ARMS, INJECT, Proving, hogs_beside, proving
from iotrial.selftest.trials import SurroundingsTrials
from iotrial.stats.interval import ALPHA, Floats
from iotrial.stats.judge_level import LevelJudgement
from iotrial.stats.surroundings_effect import Mover, movers

#: The planted arm does so much more work at the longest path, and none more at a path without length.
PLANTED = 0.20

#: More wrong ones than this chance allows are a fault.
MOST_CHANCE = 0.01

#: The arm that is planted, and the figure that it minds.
MINDS, FIGURE = 2, "path_bytes"


@dataclass
class _Counts:
    """Mistakes and finds over the trials of one kind."""

    false_verdicts: int = 0
    false_names: int = 0
    found: int = 0
    rounds: int | None = None

    def add(self, judgement: LevelJudgement, named: Sequence[Mover], minds: int | None) -> None:
        """Count one trial, in which one arm minds the length of its path, or none."""
        equal = [arm for place, arm in enumerate(judgement.arms) if place not in (0, minds)]
        wrong = judgement.invalid is not None or any(arm.verdict in ("faster", "slower") for arm in equal)
        self.false_verdicts += wrong
        self.false_names += any((one.place, one.figure) != (minds, FIGURE) for one in named)
        self.found += any((one.place, one.figure) == (minds, FIGURE) for one in named)
        self.rounds = min(len(judgement.values), self.rounds or len(judgement.values))


def surroundings(
    catalog: Catalog,
    target: Path | None,
    *,
    trials: int,
    seconds: float,
    hogs: int,
    seed: int,
    on_trial: Callable[[], None] = lambda: None,
) -> SurroundingsTrials:
    """Try identical arms, and then the same with one that does extra work for each byte of its path."""
    begun = time.monotonic()
    identical, planted = _Counts(), _Counts()
    changes: list[float] = []
    with proving(catalog, target, INJECT) as proved, hogs_beside(hogs, seed):
        proved.level.plan = replace(proved.level.plan, surroundings=tuple(FIGURES))
        for number in range(trials):
            judgement, named = _trial(proved, seed + number, seconds)
            identical.add(judgement, named, None)
            on_trial()
        proved.level.arms[MINDS].slowdown_per_path_byte = PLANTED / MOST_PATH_BYTES
        for number in range(trials):
            judgement, named = _trial(proved, seed + number, seconds)
            planted.add(judgement, named, MINDS)
            changes += [one.change.center - 1 for one in named if (one.place, one.figure) == (MINDS, FIGURE)]
            on_trial()
        method = proved.level.arms[0].arm
    false_names = identical.false_names + planted.false_names
    return SurroundingsTrials(
        trials=trials,
        drawn=list(FIGURES),
        false_verdicts=identical.false_verdicts + planted.false_verdicts,
        false_names=false_names,
        more_names_than_promised=beyond_chance(false_names, 2 * trials),
        planted=PLANTED,
        found=planted.found,
        measured=float(np.median(changes)) if changes else None,
        rounds=min(identical.rounds or 0, planted.rounds or 0),
        arms=ARMS,
        arm=method,
        hogs=hogs,
        seconds=time.monotonic() - begun,
    )


def beyond_chance(wrong: int, trials: int) -> bool:
    """True if chance gives that many wrong trials or more with less than 1 %, each being wrong with at most 5 %."""
    from scipy.special import bdtrc

    return wrong > 0 and float(bdtrc(wrong - 1, trials, ALPHA)) < MOST_CHANCE


def _trial(proved: Proving, seed: int, seconds: float) -> tuple[LevelJudgement, list[Mover]]:
    """Run one trial; return its judgement, and the surroundings that it names."""
    trial = proved.trial(seed, seconds, AA_MARGIN)
    figures = {name: one.columns for of in FIGURES.values() for name, one in of.items()}
    drawn = {name: _drawn(trial.rows, columns) for name, columns in figures.items()}
    places = range(2, ARMS)
    tests = len(figures) * len(places)
    return trial.judgement, movers(trial.judgement.values, drawn, places, tests=tests, margin=AA_MARGIN)


def _drawn(rows: Sequence[Row], columns: Sequence[str]) -> Floats:
    """Return the sum of some columns for each round and arm; NaN if one has none."""
    place = {sweep: number for number, sweep in enumerate(sorted({int(str(row["sweep"])) for row in rows}))}
    found = np.full((len(place), ARMS), np.nan)
    for row in rows:
        figures: Any = row
        if figures["arm"] < ARMS and None not in (values := [figures[name] for name in columns]):
            found[place[figures["sweep"]], figures["arm"]] = sum(values)
    return found
