"""The data dictionary of the document has exactly the keys that the document has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from analysis import made
from iotrial.analysis import document
from iotrial.analysis.judge import judge_folder


def judged(tmp_path: Path) -> dict[str, Any]:
    """A run with effects, costs, and an arm that wins at one level and loses at another."""
    levels = []
    for size in (10, 100, 1000):
        for target in ("disk", "tmpfs"):
            level = made.level({"entries": size, "target": target}, "php/a", ["php/b"])
            arms = [arm.model_copy(update={"work": size}) for arm in level.arms]
            floors = [made.arm("c/least", role="floor", floor="copying", work=size)]
            levels.append(level.model_copy(update={"arms": arms, "floors": floors}))

    def flip(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] > 1), 2.0, 1.0)
        columns["wall_ns"] = (columns["wall_ns"] * factor).astype(np.int64)
        return columns

    run = made.run(levels, machine={"targets": [{"target": "disk"}, {"target": "tmpfs"}]})
    return judge_folder(made.store(tmp_path, run, {"php/b": 0.8, "c/least": 0.5}, sweeps=16, change=flip))


def test_every_key_has_its_description_and_every_description_its_key(tmp_path: Path) -> None:
    found = judged(tmp_path)
    level = found["levels"][0]
    assert set(found) == set(document.RUN)
    assert set(found["targets"][0]) == set(document.TARGET)
    assert set(level) == set(document.LEVEL)
    assert all(set(arm) == set(document.ARM) for arm in level["arms"])
    assert all(set(arm["floor_share"]) == set(document.SHARE) for arm in level["arms"])
    assert all(set(floor) == set(document.FLOOR) for floor in level["floors"])
    assert set(found["effects"][0]) == set(document.EFFECT)
    assert set(found["costs"][0]) == set(document.COST)
    assert set(found["changes"]) == set(document.CHANGES)
    assert set(found["changes"]["flips"][0]) == set(document.FLIP)


def test_every_part_is_on_the_page() -> None:
    described = [value for name, value in vars(document).items() if name.isupper() and name != "PARTS"]
    assert all(any(part is value for part in document.PARTS.values()) for value in described)
