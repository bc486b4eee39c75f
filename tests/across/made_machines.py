"""Made-up runs of one study on several machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from iotrial.store.record import LevelRecord
from judge import made

LEVEL = {"entries": 1000}
USUAL = "php/readdir"
OTHERS = ("php/glob", "php/iterator")


def levels(factors: Sequence[Mapping[str, int | str]] = (LEVEL,), **given: Any) -> list[LevelRecord]:
    """Levels with the usual method and two others."""
    return [made.level(one, USUAL, OTHERS, **given) for one in factors]


def session(root: Path, number: int, ratios: made.Ratios, machine: Mapping[str, object], **given: Any) -> Path:
    """Store a run, the one of that number, on a machine with these facts."""
    noise = {name: given.pop(name) for name in ("noise", "sweeps", "change") if name in given}
    record = {"levels": levels(), "study": "list-directory", "machine": dict(machine), **given}
    record["run"] = f"202611{1 + number // 1440:02d}-{number // 60 % 24:02d}{number % 60:02d}00-aaaa"
    record["started_at"] = f"2026-11-{1 + number // 1440:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00+00:00"
    return made.store(root, made.run(record.pop("levels"), **record), ratios, **noise)


def facts(number: int, **given: object) -> dict[str, object]:
    """What a machine of that number records: all are alike but for their keys, and what is given."""
    return {
        "key": f"{number:012x}",
        "system": "Linux 6.18",
        "processor": "AMD EPYC",
        "cpus": 8,
        "memory_bytes": 1 << 34,
        **given,
    }
