"""Stored runs are judged as they were when they were written down, to the ninth digit, whatever the code looks like.

A difference is a fault, unless two parts of iotrial contradicted each other: then it is written down anew
(`python -m stored_runs.cases`), and the commit says both answers, and why the one that stays is right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stored_runs.cases import CASES, Place, differences, written_down

#: Cases that one test goes through.
TOGETHER = 8

GROUPS = [list(CASES)[start : start + TOGETHER] for start in range(0, len(CASES), TOGETHER)]


@pytest.mark.parametrize("names", GROUPS, ids=[names[0] for names in GROUPS])
def test_runs_are_judged_as_they_were(names: list[str], tmp_path: Path) -> None:
    place, wrong = Place(tmp_path), []
    for name in names:
        wrong += [f"{name}: {line}" for line in differences(written_down(name), CASES[name](place))]
    assert not wrong, "\n".join(wrong)


def test_there_are_runs_of_every_kind() -> None:
    assert len(CASES) >= 40


def test_another_figure_is_a_difference() -> None:
    line = "run levels[0] arms[1] {ratio=1.00000001}"
    assert differences([line], [line]) == []
    assert differences([line], ["run levels[0] arms[1] {ratio=1.00000002}"]) != []
