"""The risk of a run: its intervals allow for all that it says together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.ask.planned_risk import has_claims
from iotrial.store.level_figures import LevelFigures
from iotrial.store.record import BASELINE, PLACEBO, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.risk import Risk


def risk_of_levels(run: Run, arms: Sequence[int]) -> Risk:
    """Share out the risk of a run, by its record and the number of arms, placebo included, of each level."""
    from iotrial.stats.risk import Risk

    timed = [level for level in run.levels if level.kind == "timed" and level.status != "skipped"]
    return Risk.of(
        arms,
        {
            "claims": has_claims(run.study_text),
            "variants": any(map(_has_variants, timed)),
            "across": len(timed) > 1,
            "memory": len(timed) > 1 and any(map(_has_memory, timed)),
            "workers": any(level.has_pieces for level in timed),
        },
    )


def is_compared(figures: LevelFigures) -> bool:
    """True if a level has samples of its baseline and of the placebo, so that arms can be judged there."""
    return figures.arms[:2] == [BASELINE, PLACEBO]


def _has_variants(level: LevelRecord) -> bool:
    return any(arm.variant is not None and not arm.variant.is_first for arm in level.arms)


def _has_memory(level: LevelRecord) -> bool:
    return any(len(arm.memory.readings) > 1 for arm in level.arms)  # how much a single one varies is unknown
