"""Several machines and several levels: what is said of one level is of that level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from across.made_machines import USUAL, facts, levels, session
from iotrial.across.judge_across import across


def test_what_a_method_costs_on_another_machine_is_its_ratio_at_that_level(tmp_path: Path) -> None:
    sizes = levels([{"entries": 10}, {"entries": 1000}])

    def usual_is_quickest(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        times = np.where(np.asarray(columns["arm"]) == 2, np.array([2.0, 8.0])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * times).round().astype(np.int64)}

    for number in range(3):
        given: dict[str, Any] = {"change": usual_is_quickest} if number == 2 else {}
        session(
            tmp_path,
            number,
            {"php/iterator": 1.5} if given else {"php/glob": 0.5, "php/iterator": 1.5},
            facts(number),
            levels=sizes,
            sweeps=20,
            **given,
        )
    costs = {one.level["entries"]: one.others for one in across([], tmp_path).advice}
    for entries, ratio in ((10, 2.0), (1000, 8.0)):
        (other,) = costs[entries]
        assert (other.machine, other.use) == ("m3", USUAL) and other.ratio == pytest.approx(ratio, rel=0.02)
