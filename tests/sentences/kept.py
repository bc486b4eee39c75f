"""Runs that were measured, kept as the figures that sentences come from: what sentences were once wrong about.

PYTHONPATH=tests python -m sentences.kept RUN NAME     keeps the run in that folder as kept/NAME.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.store.column import CPU_TIME
from iotrial.store.level_figures import LevelFigures
from iotrial.store.parquet_part import ParquetPart
from iotrial.store.read import StoredRun, open_run
from iotrial.store.record import Run

FOLDER = Path(__file__).with_name("kept")

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def keep(folder: Path, name: str) -> None:
    """Write what sentences need of a run: its record without the machine and the texts, and the time of each sample."""
    stored = open_run(folder)
    levels = [one.model_copy(update={"floors": [], "clock": "wall", "surroundings": None}) for one in stored.run.levels]
    run = stored.run.model_copy(update={"machine": {}, "texts": {}, "levels": levels, "run": name})
    figures = [
        {"arms": one.arms, "time_ns": _whole(one.time_ns.tolist()), "slot": one.slot.tolist()} for one in stored.levels
    ]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(json.dumps({"run": run.model_dump(mode="json"), "levels": figures}) + "\n")


def _whole(values: Any) -> Any:
    """Return figures in lists as whole numbers, with nothing in place of NaN."""
    if isinstance(values, list):
        return [_whole(value) for value in values]
    return None if values != values else round(values)


def kept(name: str) -> StoredRun:
    """Return a run that was kept, as if it had been read from its folder."""
    document = json.loads((FOLDER / f"{name}.json").read_text())
    run = Run.model_validate(document["run"])
    levels = []
    for one in document["levels"]:
        time_ns = np.array(one["time_ns"], dtype=float)
        slot = np.array(one["slot"], dtype=np.int16)
        shape = time_ns.shape[:2]
        levels.append(LevelFigures(list(range(shape[0])), one["arms"], time_ns, slot, [], np.full((*shape, 0), np.nan)))
        levels[-1].all_blocks = shape[0] * shape[1]
    rounds = max(len(one.sweeps) for one in levels)
    found = StoredRun(Path(name), run, {sweep: ParquetPart(Path(name)) for sweep in range(rounds)}, [], levels)
    for number, one in enumerate(levels):
        found._columns[number, CPU_TIME] = np.full(one.time_ns.shape, np.nan)
    return found


if __name__ == "__main__":
    keep(Path(sys.argv[1]), sys.argv[2])
