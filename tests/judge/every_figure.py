"""A made-up run without noise, judged, for tests that hold its figures against arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from iotrial.store.record import LevelRecord
from judge import made

FACTORS: dict[str, int | str] = {"records": 10}


def judged(root: Path, *levels: LevelRecord, **given: Any) -> Any:
    """A run without noise, judged; what its record says otherwise is in `of_run`."""
    made_run = made.run(levels, **given.pop("of_run", {}))
    return made.judged(root, made_run, given.pop("ratios", {}), **{"noise": 0.0, **given})


def slower_at_times(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
    """The third arm takes a tenth more or less in each round than in any other."""
    factor = np.where(columns["arm"] == 2, 1 + 0.1 * made.shuffled(sweep), 1.0)
    return {**columns, "wall_ns": (columns["wall_ns"] * factor).round().astype(np.int64)}


def codes(figure: Any) -> list[str]:
    return [caution.code for caution in figure.cautions]
