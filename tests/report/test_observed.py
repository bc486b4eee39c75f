"""What came of methods that were looked at and not timed."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judging import Judging
from iotrial.report.observed import observation
from iotrial.store.record import Observation
from judge import made


def observed(arm: JudgedArm, outcome: Observation) -> JudgedArm:
    return arm.model_copy(update={"record": arm.record.model_copy(update={"outcome": outcome})})


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        (["SIGBUS", "SIGBUS"], "2 of 3 die (SIGBUS), 1 give back what was left and report no error"),
        (
            ["SIGBUS", "ended with status 2"],
            "2 of 3 die (SIGBUS and ended with status 2), 1 give back what was left and report no error",
        ),
    ],
)
def test_each_way_in_which_methods_die_is_named_once(tmp_path: Path, ways: list[str], said: str) -> None:
    level = made.level({"entries": 1}, "php/a", ["c/b", "go/c"])
    run = made.opened(tmp_path, made.run([level]))
    judged = judge_run(Judging(run)).levels[0]
    came_of_it = dict(zip(("c/b", "go/c"), (Observation(code="died", text=way) for way in ways), strict=True))
    came_of_it["php/a"] = Observation(code="short", text="half")
    arms = [observed(arm, came_of_it[arm.arm]) for arm in judged.arms if arm.arm in came_of_it]
    assert observation(judged.model_copy(update={"arms": arms})) == f"Looked at, not timed: {said}."
