"""A winner that changes over sizes: series of levels, and levels that have no size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from claims.judged import claim, verdicts
from judge import made

MIB = 1 << 20


def turns(root: Path, along: str, levels: list[Any], ratios: list[float], **given: Any) -> Any:
    """The row of a claim that php/a is faster up to some size, without noise; `ratios` has php/b over it by level."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, np.array(ratios)[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    told = claim("crossover", "php/a", "php/b", along=along, **given)
    (row,) = verdicts(root, told, levels=levels, change=change, noise=0)
    return row


def test_series_that_differ_say_on_what_the_crossover_depends(tmp_path: Path) -> None:
    levels = [
        made.level({"records": size, "sink": sink}, "php/a", ["php/b"])
        for sink in ("pipe", "unix")
        for size in (10, 1000)
    ]
    row = turns(tmp_path, "records", levels, [2, 0.5, 0.5, 2], band=(10, 1000))
    assert (row.verdict, row.reason) == ("only at", "sink: as said at pipe; not so at unix")
    assert [(one.level, one.verdict) for one in row.levels] == [
        ("sink=pipe", "confirmed"),
        ("sink=unix", "holds nowhere tested"),
    ]
    assert row.flips[0].factor == "sink"


def test_a_level_without_a_size_is_no_small_one(tmp_path: Path) -> None:
    """Without a limit there is more memory than with any, and it has no place among the sizes."""
    limits: list[int | str] = ["none", 16 * MIB, 64 * MIB]
    levels = [made.level({"memory_limit": limit}, "php/a", ["php/b"]) for limit in limits]
    row = turns(tmp_path, "memory_limit", levels, [0.5, 2, 0.5], band=(16 * MIB, 64 * MIB))
    assert (row.verdict, row.reason) == ("confirmed", None)
    assert row.said == "memory_limit: php/a at 16777216; php/b at 67108864"
