"""A run that goes on: every arm is again what it was, under the number that its samples know it by."""

from __future__ import annotations

from iotrial.run.restore import restore
from results import made
from run.scripted import level


def test_an_arm_keeps_its_number_where_the_baseline_had_given_way() -> None:
    names = ["a/x", "a/y", "a/z"]
    before = level(names)
    before.arms[0].leave("failed", "no")
    assert before.rebase()
    for number, arm in enumerate(before.arms):
        arm.iterations, arm.work = 10 + number, 100 + number
    stored = before.record(12)
    after = level(names)
    restore([after], made.run([stored]))
    shown = [(arm.index, arm.arm, arm.role, arm.iterations, arm.work, arm.status) for arm in after.arms]
    assert shown == [
        (0, "a/y", "baseline", 10, 100, "measured"),
        (1, "a/y", "placebo", 11, 101, "measured"),
        (2, "a/z", "arm", 12, 102, "measured"),
        (3, "a/x", "arm", 13, 103, "failed"),
    ]
    assert after.record(12) == stored
