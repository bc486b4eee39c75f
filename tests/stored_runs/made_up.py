"""Runs whose figures are drawn, written as an iotrial of each format wrote them, whole and damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.store.file_names import RUN_FILE
from judge import made
from sentences.drawn import KINDS

#: The first format in which the name of a part has its checksum.
NAMED_BY_CHECKSUMS = 3

FORMATS = (4, 3, 2, 1)


def write(kind: str, seed: int, form: int, root: Path) -> Path:
    """Write a run of a kind and a seed below a root, as it was written in the days of a format."""
    drawing = KINDS[kind](np.random.default_rng([seed, sum(kind.encode())]))
    drawing.draw()
    given: dict[str, Any] = {"languages": {"php": "PHP", "c": "C"}, **drawing.given}
    run = made.run(drawing.levels, run=f"20261121-143055-{sum(kind.encode()):04x}{seed:02x}", **given)
    folder = made.store(root, run, sweeps=drawing.sweeps, change=drawing.change)
    if form < FORMATS[0]:
        _make_older(folder, form)
    return folder


def _make_older(folder: Path, form: int) -> None:
    """Give a run the record and the names of an earlier format."""
    record = folder / RUN_FILE
    document = {**json.loads(record.read_text()), "format": form}
    del document["unsaid"]
    record.write_text(json.dumps(made.as_format_1(document) if form == 1 else document))
    for part in folder.glob("sweep-*") if form < NAMED_BY_CHECKSUMS else ():
        made.as_earlier(part)


def _cut(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-100])


def _flip(part: Path) -> None:
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


#: Damage -> what does it to the second part of a run.
DAMAGES: dict[str, Callable[[Path], None]] = {"cut": _cut, "flipped": _flip, "lost": Path.unlink}


def damage(folder: Path, kind: str) -> Path:
    """Damage a run; return its folder."""
    DAMAGES[kind](sorted(folder.glob("sweep-*"))[1])
    return folder
