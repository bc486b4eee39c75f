"""A first look that was disturbed does not decide the iterations of an arm: the pilot sees all of them together."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.study import Study
from iotrial.ask.study_file import load
from iotrial.measure.pilot import ArmPilot, PilotResult, resized_result
from iotrial.measure.sizing import resized
from iotrial.workers.state import LevelState
from measure.scripted import level

SAMPLE_NS = 2_000_000
QUICK_NS, LIKE_IT_NS, SLOW_NS = 267_000.0, 268_000.0, 2_400_000.0


@pytest.mark.parametrize(
    ("counts", "times_ns", "right"),
    [
        ([8, 8, 8], [QUICK_NS, QUICK_NS, LIKE_IT_NS], None),
        # an arm, the placebo, or the baseline was taken for a slower one
        ([8, 8, 2], [QUICK_NS, QUICK_NS, LIKE_IT_NS], [8, 8, 8]),
        ([8, 2, 8], [QUICK_NS, QUICK_NS, LIKE_IT_NS], [8, 8, 8]),
        ([2, 2, 8], [QUICK_NS, QUICK_NS, LIKE_IT_NS], [8, 8, 8]),
        # all of them were
        ([2, 2, 2], [QUICK_NS, QUICK_NS, LIKE_IT_NS], [8, 8, 8]),
        # one that is slower stays so, beside a count that grows too
        ([8, 8, 1], [QUICK_NS, QUICK_NS, SLOW_NS], None),
        ([2, 2, 1, 8], [QUICK_NS, QUICK_NS, 8 * QUICK_NS, LIKE_IT_NS], [8, 8, 4, 8]),
        # one that tells next to no time does not take all of a budget
        ([8, 8, 32], [QUICK_NS, QUICK_NS, 10.0], None),
        # the baseline alone was taken for one that is thousands of times slower
        ([1, 1, 4096, 512], [QUICK_NS, QUICK_NS, LIKE_IT_NS, SLOW_NS], [8, 8, 8, 1]),
        ([1, 512, 4096], [SAMPLE_NS, 8 * SAMPLE_NS, LIKE_IT_NS], [1, 1, 8]),
        # samples that are longer than they need be are no fault
        ([80, 80, 80], [QUICK_NS, QUICK_NS, LIKE_IT_NS], None),
    ],
    ids=str,
)
def test_arms_near_the_baseline_get_its_count(
    counts: list[int], times_ns: list[float], right: list[int] | None
) -> None:
    assert resized(counts, times_ns, SAMPLE_NS) == right


@pytest.fixture
def study(tmp_path: Path) -> Study:
    path = tmp_path / "made.toml"
    path.write_text(
        'question = "?"\njob = "scan"\nbaseline = "c/read_1m"\nmethods = ["c/*"]\n[[levels]]\nrecords = 10\n'
    )
    return load(path, tree.load(), quick=False)


def sized(counts: list[int], times_ns: list[float], floors: int = 0) -> tuple[LevelState, PilotResult]:
    """A level whose arms have been sized, and seen in a pilot."""
    found = level(["c/x", *(f"c/{number}" for number in range(len(counts) - 2 - floors))], floors=["f"] * floors)
    seen = {}
    for arm, count, time_ns in zip(found.active_arms, counts, times_ns, strict=True):
        arm.iterations, arm.shift = count, 0 if count == counts[0] else -2
        seen[arm.index] = ArmPilot(arm.iterations, arm.shift, count * time_ns, own_warmup=10, is_moving=False)
    return found, PilotResult(1e9, 5e6, blocks=5, warmup_blocks=3, arms=seen)


def test_an_arm_as_fast_as_the_baseline_is_no_slower_one_after_the_pilot(study: Study) -> None:
    found, result = sized([8, 8, 2], [QUICK_NS, QUICK_NS, LIKE_IT_NS])
    again = resized_result(result, found, study)
    assert [arm.iterations for arm in found.arms] == [8, 8, 2]  # the level is as it was until it is settled
    again.settle(found)
    assert [(arm.iterations, arm.shift) for arm in found.arms] == [(8, 0)] * 3
    costs = again.start_ns, again.block_ns
    assert costs == pytest.approx((1e9 + 3 * 6 * LIKE_IT_NS, 5e6 + 6 * LIKE_IT_NS))  # a block takes longer by that
    assert [arm.own_warmup for arm in found.arms] == [10, 10, 3]  # for as long as before
    assert found.arms[2].pilot_ns == pytest.approx(8 * LIKE_IT_NS)


def test_a_floor_goes_with_the_shared_count(study: Study) -> None:
    found, result = sized([2, 2, 8, 16], [QUICK_NS, QUICK_NS, LIKE_IT_NS, QUICK_NS / 8], floors=1)
    arms = resized_result(result, found, study).arms
    assert [(arm.iterations, arm.shift) for arm in arms.values()] == [(8, 0), (8, 0), (8, 0), (32, 2)]


def test_what_was_sized_rightly_stays(study: Study) -> None:
    found, result = sized([8, 8, 8], [QUICK_NS, QUICK_NS, LIKE_IT_NS])
    assert resized_result(result, found, study) == result
